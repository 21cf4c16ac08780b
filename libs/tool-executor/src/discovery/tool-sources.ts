import { Logger } from '@nestjs/common';
import { settleWithin } from '../time/settle-within.js';
import { DefinedTool } from '../tool/defined-tool.js';
import type { RegisteredTool } from '../tool/registered-tool.js';
import type { ToolExecutionContext } from '../tool/tool-execution-context.js';
import type { RunTimeTools } from './run-time-tools.js';
import type { ToolSource } from './tool-source.js';

/**
 * The sources of the application as one. All are asked at once, and the first that has an answer
 * has the name. Nothing that a source does reaches the caller: it hides the tools of that source
 * alone, and is logged.
 */
export class ToolSources {
  private readonly logger = new Logger('ToolExecutor');
  /** Definitions that don't compile: said once each. */
  private readonly refused = new WeakSet<object>();

  /** @param sources may be filled later */
  constructor(
    private readonly sources: readonly ToolSource[],
    private readonly tools: RunTimeTools,
    private readonly timeoutMs: number,
  ) {}

  get isEmpty(): boolean {
    return this.sources.length === 0;
  }

  /** @param signal aborts when nobody waits for the answer any more */
  async resolve(
    name: string,
    context: ToolExecutionContext,
    signal: AbortSignal | undefined,
  ): Promise<RegisteredTool | undefined> {
    return this.askAll(
      (source) => source.resolve(name, context),
      async (source, answer) => {
        if (answer === undefined || answer === null) return undefined;
        const tool = await this.prepare(source, answer);
        if (tool === undefined || tool.definition.name === name) return tool;
        this.complain(source, `answered "${tool.definition.name}" when it was asked for "${name}"`);
        return undefined;
      },
      async (answers) => {
        for (const answer of answers) {
          const tool = await answer;
          if (tool !== undefined) return tool;
        }
        return undefined;
      },
      signal,
    );
  }

  /** The tools of all sources, each name once. */
  async list(context: ToolExecutionContext): Promise<RegisteredTool[]> {
    return this.askAll(
      (source) => source.list(context),
      async (source, listed) => {
        if (!Array.isArray(listed)) throw new TypeError('its list is not an array');
        const given = [...(listed as readonly unknown[])].map((item) => this.prepare(source, item));
        return (await Promise.all(given)).filter((tool) => tool !== undefined);
      },
      async (answers) => {
        const byName = new Map<string, RegisteredTool>();
        for (const answer of answers) {
          for (const tool of (await answer) ?? []) {
            const { name } = tool.definition;
            if (!byName.has(name)) byName.set(name, tool);
          }
        }
        return [...byName.values()];
      },
      context.signal,
    );
  }

  private async askAll<Answer, Result>(
    ask: (source: ToolSource) => unknown,
    read: (source: ToolSource, answer: unknown) => Promise<Answer>,
    collect: (answers: readonly Promise<Answer | undefined>[]) => Promise<Result>,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    const round = new AbortController();
    const giveUp = (): void => round.abort();
    if (signal?.aborted === true) giveUp();
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      return await collect(
        this.sources.map(async (source) => {
          try {
            return await read(source, await settleWithin(ask(source), this.timeoutMs, round.signal));
          } catch (cause) {
            if (!round.signal.aborted) this.complain(source, `failed: ${textOf(cause)}`);
            return undefined;
          }
        }),
      );
    } finally {
      signal?.removeEventListener('abort', giveUp);
      giveUp(); // the answers that nobody needs any more must not keep a timer
    }
  }

  private async prepare(source: ToolSource, given: unknown): Promise<RegisteredTool | undefined> {
    if (!DefinedTool.isInstance(given)) {
      this.complain(source, 'gave something that defineTool() has not made');
      return undefined;
    }
    if (this.refused.has(given)) return undefined;
    try {
      return await this.tools.prepare(given);
    } catch (cause) {
      if (this.refused.has(given)) return undefined;
      this.refused.add(given);
      this.complain(source, `gave a tool that can't be used: ${textOf(cause)}`);
      return undefined;
    }
  }

  private complain(source: ToolSource, what: string): void {
    this.logger.warn(`the tool source ${source.constructor?.name ?? 'without a class'} ${what}`);
  }
}

/** Safe for anything that can be thrown. */
function textOf(cause: unknown): string {
  try {
    return cause instanceof Error ? cause.message : String(cause);
  } catch {
    return 'something unreadable';
  }
}
