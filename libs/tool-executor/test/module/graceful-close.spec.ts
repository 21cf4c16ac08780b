import { describe, expect, it } from '@jest/globals';
import { Injectable, type Provider } from '@nestjs/common';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { ToolSource } from '../../src/discovery/tool-source.js';
import { InMemoryToolJournal } from '../../src/journal/in-memory.journal.js';
import { InMemoryApprovalStore } from '../../src/permission/approval/in-memory-approval.store.js';
import { ToolApprovals } from '../../src/permission/approval/tool-approvals.js';
import { allow, ask, ToolPermissionGuard } from '../../src/permission/tool-permission-guard.js';
import type { ToolContext } from '../../src/tool/tool-context.js';
import { NoArguments } from '../../src/tool/no-arguments.js';
import { ToolErrorMapper } from '../../src/tool/tool-error-mapper.js';
import { ToolOutputGuard } from '../../src/tool/tool-output-guard.js';
import type { ToolExecutorOptions } from '../../src/tool-executor.options.js';
import { boot, type Booted } from '../support/boot.js';
import { gainedSince, heldResources } from '../support/held-resources.js';

const AN_HOUR_MS = 3_600_000;
const forever = (): Promise<never> => new Promise(() => {});

@Injectable()
class Tools {
  readonly started: string[] = [];
  readonly late = Promise.withResolvers<string>();

  @Tool({ description: 'Ends when it is told to', timeoutMs: AN_HOUR_MS })
  listening(_args: NoArguments, { signal }: ToolContext): Promise<never> {
    this.started.push('listening');
    return new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason as Error)),
    );
  }

  @Tool({ description: 'Ends long after', timeoutMs: AN_HOUR_MS })
  deaf(): Promise<string> {
    this.started.push('deaf');
    return this.late.promise;
  }

  @Tool({ description: 'Waits for a tool', timeoutMs: AN_HOUR_MS })
  async outer(_args: NoArguments, { execute }: ToolContext): Promise<unknown> {
    return execute({ name: 'listening' });
  }

  @Tool({ description: 'Asks a person' })
  guarded(): string {
    return 'done';
  }

  @Tool({ description: 'Ends at once' })
  quick(): string {
    return 'quick';
  }

  @Tool({ description: 'Fails at once' })
  failing(): never {
    throw new Error('boom');
  }
}

class AskingGuard extends ToolPermissionGuard {
  decide({ tool }: { tool: { name: string } }) {
    return tool.name === 'guarded' ? ask('a person decides') : allow();
  }
}

const start = (options: ToolExecutorOptions, providers: Provider[] = [Tools]): Promise<Booted> =>
  boot(providers, { shutdownTimeoutMs: 5, stopGraceMs: 1, ...options });

describe('an application that closes', () => {
  it('ends calls in flight, leaves approvals and late tools behind, and holds no handle', async () => {
    const before = heldResources();
    const { app, executor, tracer } = await start({ guards: [new AskingGuard()] });
    const principal = { id: 'ada' };
    const [asked] = await executor.executeMany([{ call: { name: 'guarded' } }], { principal });
    expect(asked!.metadata.code).toBe('approval_required');
    const running = ['listening', 'deaf', 'outer'].map((name) => executor.execute({ name }));
    const batch = executor.executeMany(Array.from({ length: 30 }, () => ({ call: { name: 'deaf' } })));
    const tools = app.get(Tools);
    await Promise.resolve();
    expect(tools.started).toContain('deaf');

    await app.close();

    const codes = (await Promise.all(running)).map(({ metadata }) => metadata.code);
    expect(codes).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect(new Set((await batch).map(({ metadata }) => metadata.code))).toEqual(
      new Set(['cancelled', 'unavailable']),
    );
    expect(await app.get(ToolApprovals).list(principal)).toMatchObject([{ status: 'pending' }]);
    expect(gainedSince(before)).toEqual([]);

    const spans = tracer.records.length;
    tools.late.resolve('much later');
    await tools.late.promise;
    await new Promise(setImmediate);
    expect(tracer.records.flatMap(({ late }) => late).length).toBeGreaterThan(0);
    expect(tracer.records).toHaveLength(spans);
    expect(gainedSince(before)).toEqual([]);
  });

  it.each<[string, string, () => ToolExecutorOptions]>([
    [
      'a permission guard',
      'quick',
      () => ({
        guards: [
          new (class extends ToolPermissionGuard {
            decide = forever;
          })(),
        ],
        permissionTimeoutMs: AN_HOUR_MS,
      }),
    ],
    [
      'a source of tools',
      'nowhere',
      () => ({
        sources: [
          new (class extends ToolSource {
            list = forever;
          })(),
        ],
        sourceTimeoutMs: AN_HOUR_MS,
      }),
    ],
    [
      'the store of approvals',
      'guarded',
      () => ({
        guards: [new AskingGuard()],
        approvals: {
          store: new (class extends InMemoryApprovalStore {
            override create = forever as never;
          })(),
        },
        journalTimeoutMs: AN_HOUR_MS,
      }),
    ],
    [
      'the journal',
      'quick',
      () => ({
        journal: new (class extends InMemoryToolJournal {
          override begin = forever as never;
        })(new InMemoryApprovalStore()),
        journalTimeoutMs: AN_HOUR_MS,
      }),
    ],
    [
      'an output guard',
      'quick',
      () => ({
        outputGuards: [
          new (class extends ToolOutputGuard {
            check = forever;
          })(),
        ],
        outputGuardTimeoutMs: AN_HOUR_MS,
      }),
    ],
    [
      'an error mapper',
      'failing',
      () => ({
        errorMappers: [
          new (class extends ToolErrorMapper {
            map = forever;
          })(),
        ],
        errorMapperTimeoutMs: AN_HOUR_MS,
      }),
    ],
  ])('does not wait for %s that hangs', async (_, name, options) => {
    const before = heldResources();
    const { app, executor } = await start(options());
    const running = executor.execute({ name });
    await new Promise(setImmediate);
    await app.close();
    expect((await running).success).toBe(false);
    expect(gainedSince(before)).toEqual([]);
  });
});
