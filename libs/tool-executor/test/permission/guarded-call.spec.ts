import { afterEach, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { Tool } from '../../src/discovery/tool.decorator.js';
import {
  allow,
  deny,
  ToolPermissionGuard,
  type GuardedCall,
  type ToolPermissionDecision,
} from '../../src/permission/tool-permission-guard.js';
import type { ToolContext } from '../../src/tool/tool-context.js';
import type { ToolExecutionContext } from '../../src/tool/tool-execution-context.js';
import { boot, type Booted } from '../support/boot.js';
import { DeleteArgs, FileTools } from '../apps/file-tools.js';

class Watching extends ToolPermissionGuard {
  readonly calls: { call: GuardedCall; context: ToolExecutionContext; args: DeleteArgs }[] = [];
  constructor(
    private readonly answer: (
      args: DeleteArgs,
      call: GuardedCall,
    ) => ToolPermissionDecision | Promise<ToolPermissionDecision> = allow,
  ) {
    super();
  }
  decide(
    call: GuardedCall,
    context: ToolExecutionContext,
  ): ToolPermissionDecision | Promise<ToolPermissionDecision> {
    const args = call.args as DeleteArgs;
    this.calls.push({ call, context, args });
    return this.answer(args, call);
  }
}

@Injectable()
class Cleaner {
  @Tool({ description: 'Deletes what it is told to by calling another tool' })
  async cleanUp(args: DeleteArgs, context: ToolContext): Promise<unknown> {
    return context.execute({ id: 'inner', name: 'delete_file', arguments: { path: args.path } });
  }
}

let booted: Booted;
afterEach(() => booted.app.close());
const start = async (...guards: Watching[]): Promise<void> => {
  booted = await boot([FileTools, Cleaner], { guards });
};

describe('a guard', () => {
  it('sees the tool with its traits, the identities of the call, and whose it is', async () => {
    const guard = new Watching();
    await start(guard);
    const principal = { id: 'ada', tenant: 'a', roles: ['owner'] };
    const { metadata } = await booted.executor.execute(
      { id: 'c1', name: 'delete_file', arguments: { path: 'a' } },
      { principal },
    );
    const { call, context } = guard.calls[0]!;
    expect(call).toMatchObject({
      callId: metadata.callId,
      toolCallId: 'c1',
      parentCallId: undefined,
      tool: { name: 'delete_file', traits: { destructive: true, readOnly: false, effects: 'unsafe' } },
    });
    expect(context.principal).toEqual(principal);
    expect(Object.isFrozen(context.principal)).toBe(true);
  });

  it('sees validated arguments as an instance of their class, after coercion', async () => {
    const guard = new Watching();
    await start(guard);
    await booted.executor.execute({ name: 'delete_file', arguments: '{"path":"a","revision":"7"}' });
    expect(guard.calls[0]!.args).toBeInstanceOf(DeleteArgs);
    expect(guard.calls[0]!.args).toMatchObject({ path: 'a', revision: 7 });
  });

  it.each([['{'], [{}], [{ path: 5 }], [{ path: 'a', force: true }]])(
    'is not asked about invalid arguments: %j',
    async (args) => {
      const guard = new Watching();
      await start(guard);
      expect(await booted.executor.execute({ name: 'delete_file', arguments: args })).toMatchObject({
        metadata: { code: 'invalid_arguments' },
      });
      expect(guard.calls).toEqual([]);
    },
  );

  it('keeps for itself what it does to the arguments: other guards, the tool, the caller and the record never see it', async () => {
    const spoil = (args: DeleteArgs): ToolPermissionDecision => {
      args.path = '/etc';
      return allow();
    };
    const guards = [new Watching(spoil), new Watching(async (args) => spoil(args)), new Watching()];
    await start(...guards);
    const given = { path: 'a' };
    const result = await booted.executor.execute({ name: 'delete_file', arguments: given });
    expect(result.output).toBe('deleted a');
    expect(guards[2]!.calls[0]!.args.path).toBe('a');
    expect(given).toEqual({ path: 'a' });
    expect(booted.tracer.last.call.arguments).toEqual({ path: 'a' });
  });

  it('gets the same copy as often as it asks', async () => {
    const seen: unknown[] = [];
    await start(new Watching((args, call) => (seen.push(args === call.args), allow())));
    await booted.executor.execute({ name: 'delete_file', arguments: { path: 'a' } });
    expect(seen).toEqual([true]);
  });

  it('is asked about the calls that tools make, with their parent', async () => {
    const guard = new Watching((_args, { tool }) =>
      tool.name === 'delete_file' ? deny('not by a tool') : allow(),
    );
    await start(guard);
    const { output, metadata } = await booted.executor.execute(
      { name: 'clean_up', arguments: { path: 'a' } },
      { principal: { id: 'ada' } },
    );
    expect(output).toMatchObject({
      success: false,
      metadata: { code: 'permission_denied', toolCallId: 'inner' },
    });
    expect(guard.calls.map(({ call }) => [call.tool.name, call.parentCallId])).toEqual([
      ['clean_up', undefined],
      ['delete_file', metadata.callId],
    ]);
    expect(guard.calls[1]!.context.principal).toEqual({ id: 'ada' });
    expect(booted.app.get(FileTools).ran).toEqual([]);
  });
});
