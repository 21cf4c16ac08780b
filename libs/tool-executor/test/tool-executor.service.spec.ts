import { afterEach, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { IsString } from 'class-validator';
import { Tool } from '../src/discovery/tool.decorator.js';
import {
  deny,
  ToolPermissionGuard,
  type ToolPermissionDecision,
} from '../src/permission/tool-permission-guard.js';
import { NoArguments } from '../src/tool/no-arguments.js';
import type { ToolContext } from '../src/tool/tool-context.js';
import type { ToolHandler } from '../src/tool/tool-handler.js';
import { AllowEverything, boot, type Booted } from './support/boot.js';

class GreetArgs {
  @IsString()
  name!: string;
}

@Tool({ name: 'greet', description: 'Greets somebody', parameters: GreetArgs, readOnly: true })
@Injectable()
class GreetTool implements ToolHandler<GreetArgs> {
  ran = 0;

  execute({ name }: GreetArgs): string {
    this.ran += 1;
    return `Hello, ${name}`;
  }
}

@Tool({ name: 'hang', description: 'Never ends', parameters: NoArguments, timeoutMs: 30 })
@Injectable()
class HangTool implements ToolHandler {
  signal: AbortSignal | undefined;

  execute(_args: NoArguments, context: ToolContext): Promise<never> {
    this.signal = context.signal;
    return new Promise(() => {});
  }
}

class DenyEverything extends ToolPermissionGuard {
  decide(): ToolPermissionDecision {
    return deny('not today');
  }
}

describe('execute()', () => {
  let booted: Booted;
  afterEach(() => booted.app.close());

  const start = async (guard: ToolPermissionGuard = new AllowEverything()): Promise<Booted> => {
    booted = await boot([GreetTool, HangTool], { guards: [guard] });
    return booted;
  };

  it('answers a call of an unknown tool with unknown_tool and near names', async () => {
    const { executor, tracer } = await start();
    const result = await executor.execute({ id: 'c1', name: 'gret', arguments: { name: 'Ada' } });
    expect(result).toMatchObject({
      success: false,
      output: null,
      error: 'unknown tool "gret". Did you mean "greet"?',
      metadata: {
        code: 'unknown_tool',
        retryable: false,
        executed: false,
        isolation: null,
        toolCallId: 'c1',
        tool: 'gret',
      },
    });
    expect(tracer.last.ends).toHaveLength(1);
  });

  it('answers a missing argument with invalid_arguments that name it, and does not run the tool', async () => {
    const { executor, app, tracer } = await start();
    const result = await executor.execute({ name: 'greet', arguments: '{}' });
    expect(result).toMatchObject({
      success: false,
      metadata: { code: 'invalid_arguments', executed: false },
    });
    expect(result.error).toContain('name');
    expect(result.metadata.issues).toEqual([expect.objectContaining({ path: 'name', rule: 'required' })]);
    expect(app.get(GreetTool).ran).toBe(0);
    expect(tracer.last.ends).toHaveLength(1);
  });

  it('answers a denied call with permission_denied and the reason, and does not run the tool', async () => {
    const { executor, app, tracer } = await start(new DenyEverything());
    const result = await executor.execute({ name: 'greet', arguments: { name: 'Ada' } });
    expect(result).toMatchObject({
      success: false,
      error: 'permission denied: not today',
      metadata: { code: 'permission_denied', executed: false },
    });
    expect(app.get(GreetTool).ran).toBe(0);
    expect(tracer.last.ends).toHaveLength(1);
  });

  it('answers a good call with what the tool returned', async () => {
    const { executor, tracer } = await start();
    const result = await executor.execute({ id: 'c2', name: 'greet', arguments: '{"name":"Ada"}' });
    expect(result).toEqual({
      success: true,
      output: 'Hello, Ada',
      error: null,
      latencyMs: expect.any(Number),
      metadata: {
        tool: 'greet',
        toolCallId: 'c2',
        callId: expect.stringMatching(
          /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        ),
        traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
        attempt: 1,
        executed: true,
        isolation: 'none',
      },
    });
    expect(tracer.last.ends).toHaveLength(1);
  });

  it('answers a call that takes too long with timeout, and tells the tool', async () => {
    const { executor, app, tracer } = await start();
    const result = await executor.execute({ name: 'hang' });
    expect(result).toMatchObject({
      success: false,
      metadata: { code: 'timeout', executed: true, stopped: false, retryable: false },
    });
    expect(result.error).toMatch(/^timed out after 30 ms/);
    expect(app.get(HangTool).signal?.reason).toMatchObject({ name: 'ToolStoppedError', code: 'timeout' });
    expect(tracer.last.ends).toHaveLength(1);
  });
});
