import { ToolError } from '../tool/tool-error.js';
import { openChunkSource } from './chunk-source.js';
import { collectChunks } from './collect-chunks.js';
import { MAX_CHUNK_CHARS } from './collected-chunks.js';

/** What a fetch Response of any origin looks like. */
export interface ResponseLike {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: unknown;
  readonly bodyUsed: boolean;
}

/** A fetch Response, also of another fetch than Node's own. */
export function isResponse(value: object): value is ResponseLike {
  const candidate = value as Record<string, unknown>;
  const headers = candidate['headers'] as Record<string, unknown> | null | undefined;
  return (
    typeof candidate['arrayBuffer'] === 'function' &&
    typeof candidate['status'] === 'number' &&
    typeof headers?.['get'] === 'function'
  );
}

export function isBlob(value: object): value is Blob {
  const candidate = value as Record<string, unknown>;
  return typeof candidate['arrayBuffer'] === 'function' && typeof candidate['size'] === 'number';
}

/**
 * `{ status, contentType, body }`: the status stays, so that an error page isn't taken for an
 * answer. `body` is parsed if it is JSON, text otherwise, and `null` if it was read before.
 */
export async function collectResponse(response: ResponseLike, signal: AbortSignal): Promise<unknown> {
  const contentType = response.headers.get('content-type');
  const isReadable = typeof response.body === 'object' && response.body !== null && !response.bodyUsed;
  const text = isReadable ? await collectChunks(openChunkSource(response.body as object), signal) : null;
  return { status: response.status, contentType, body: parsedBody(text, contentType) };
}

/** Text if its type is textual or unknown, bytes otherwise. */
export async function collectBlob(blob: Blob, signal: AbortSignal): Promise<unknown> {
  if (blob.size > MAX_CHUNK_CHARS) {
    throw new ToolError(`the tool's output was stopped: it had more than ${MAX_CHUNK_CHARS} bytes`);
  }
  if (/^$|^text\/|[/+](?:json|xml|javascript|yaml)\b/.test(blob.type)) {
    return collectChunks(openChunkSource(blob.stream()), signal);
  }
  return new Uint8Array(await blob.arrayBuffer());
}

function parsedBody(text: unknown, contentType: string | null): unknown {
  if (typeof text !== 'string' || !/[/+]json\b/i.test(contentType ?? '')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
