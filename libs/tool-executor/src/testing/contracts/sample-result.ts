import { uuidV7 } from '../../identity/uuid-v7.js';
import type { ToolFailureCode } from '../../tool/tool-failure-code.js';
import type {
  JsonValue,
  ToolFailure,
  ToolResult,
  ToolResultMetadata,
  ToolSuccess,
} from '../../tool/tool-result.js';
import { plainJson } from './plain-json.js';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';

/** A legal success. */
export function sampleSuccess(output: JsonValue, facts: Partial<ToolResultMetadata> = {}): ToolSuccess {
  const metadata = { ...describeCall(), executed: true, isolation: 'none' as const, ...facts };
  return { success: true, output, error: null, latencyMs: 1.5, metadata };
}

/** A legal failure of a call that didn't run, unless the facts say that it did. */
export function sampleFailure(code: ToolFailureCode, facts: Partial<ToolResultMetadata> = {}): ToolFailure {
  const metadata = { ...describeCall(), executed: false, isolation: null, ...facts, code, retryable: false };
  return { success: false, output: null, error: `the call ended with ${code}`, latencyMs: 0.5, metadata };
}

/** As a port gets it: its parts are computed when they are read, so a spread has none of them. */
export function readLater(result: ToolResult): ToolResult {
  return new LaterResult(result) as unknown as ToolResult;
}

/** A result read back from a port, as plain JSON. */
export function plainResult({ success, output, error, latencyMs, metadata }: ToolResult): unknown {
  return plainJson({ success, output, error, latencyMs, metadata });
}

class LaterResult {
  readonly #result: ToolResult;

  constructor(result: ToolResult) {
    this.#result = result;
  }
  get success(): boolean {
    return this.#result.success;
  }
  get output(): JsonValue {
    return this.#result.output;
  }
  get error(): string | null {
    return this.#result.error;
  }
  get latencyMs(): number {
    return this.#result.latencyMs;
  }
  get metadata(): ToolResultMetadata {
    return this.#result.metadata;
  }
  toJSON(): unknown {
    return this.#result;
  }
}

function describeCall(): Pick<ToolResultMetadata, 'tool' | 'callId' | 'traceId' | 'attempt'> {
  return { tool: 'send_mail', callId: uuidV7(Date.now()), traceId: TRACE_ID, attempt: 1 };
}
