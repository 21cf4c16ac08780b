import { describe, expect, it } from '@jest/globals';
import { ToolConfigurationError } from '../../src/tool/tool-configuration.error.js';
import { ToolExecutorModule } from '../../src/tool-executor.module.js';
import type { ToolExecutorOptions } from '../../src/tool-executor.options.js';
import { AllowEverything } from '../support/boot.js';
import { bootModule } from '../apps/boot-module.js';

const failure = async (options: object): Promise<string> => {
  const error: unknown = await bootModule({
    imports: [ToolExecutorModule.forRoot(options as ToolExecutorOptions)],
  }).then(
    ({ app }) => app.close(),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ToolConfigurationError);
  return (error as Error).message;
};

const DURATIONS = [
  'timeoutMs',
  'permissionTimeoutMs',
  'validationTimeoutMs',
  'journalTimeoutMs',
  'sourceTimeoutMs',
  'shutdownTimeoutMs',
];

describe('forRoot()', () => {
  it.each(
    DURATIONS.flatMap((name) =>
      [0, -1, Number.NaN, Infinity, 2 ** 31, '5000', null].map((value) => [name, value]),
    ),
  )('refuses %s: %p', async (name, value) => {
    expect(await failure({ [String(name)]: value })).toBe(
      `ToolExecutorModule.forRoot(): \`${name}\` is ${value}; give milliseconds between 1 and 2147483647.`,
    );
  });

  it.each<[object, string]>([
    [{ stopGraceMs: -1 }, '`stopGraceMs` is -1'],
    [{ maxOutputChars: 99 }, '`maxOutputChars` is 99; give a whole number of at least 100'],
    [{ maxOutputChars: 1000.5 }, '`maxOutputChars` is 1000.5'],
    [{ executeManyConcurrency: 0 }, '`executeManyConcurrency` is 0'],
    [{ intake: { maxDepth: 0 } }, '`intake.maxDepth` is 0'],
    [{ intake: { maxDeepness: 5 } }, '`intake.maxDeepness` is not an option; check the spelling'],
    [{ errors: 'hidden' }, "`errors` is 'hidden'; give 'plain' or 'masked'"],
    [{ unknownArguments: 'allow' }, "`unknownArguments` is 'allow'; give 'reject' or 'strip'"],
    [{ coerce: true }, "`coerce` is true; give 'lossless' or 'none'"],
    [{ unauthorised: 'show' }, "`unauthorised` is 'show'; give 'hide' or 'deny'"],
    [{ allow: 'read_file' }, '`allow` is not an array of text'],
    [{ allow: [undefined] }, '`allow` is not an array of text'],
    [
      { guards: [] },
      '`guards` is empty, so nobody could allow anything; leave it out for the default guard, or name one',
    ],
    [{ guards: AllowEverything }, '`guards` is not an array; give an array, also for a single one'],
    [{ tracers: {} }, '`tracers` is not an array'],
    [{ sources: {} }, '`sources` is not an array; give an array, also for a single one'],
    [{ approvals: { listeners: {} } }, '`approvals.listeners` is not an array'],
    [{ approvals: { expiresAfterMs: 0 } }, '`approvals.expiresAfterMs` is 0'],
    [{ approvals: { expiresInMs: 5 } }, '`approvals.expiresInMs` is not an option; check the spelling'],
    [
      { approvals: { allowSelfApproval: 'false' } },
      "`approvals.allowSelfApproval` is 'false'; give true or false",
    ],
    [{ redaction: { keys: 'pin' } }, '`redaction.keys` is not an array of text'],
    [{ redaction: { secrets: [5] } }, '`redaction.secrets` is not an array of text'],
    [{ redaction: { key: [] } }, '`redaction.key` is not an option'],
    [{ timeout: 5 }, '`timeout` is not an option; check the spelling'],
    [{ toString: 5 }, '`toString` is not an option; check the spelling'],
  ])('refuses %j', async (options, problem) => {
    expect(await failure(options)).toContain(`ToolExecutorModule.forRoot(): ${problem}`);
  });

  it.each<[object, string]>([
    [{ guards: [undefined] }, 'forRoot({ guards }): undefined has no decide() method'],
    [
      { guards: [{ decide: () => ({ decision: 'allow' }) }] },
      'forRoot({ guards }): Object has no isVisible() method',
    ],
    [{ tracers: [{}] }, 'forRoot({ tracers }): Object has no start() method'],
    [
      { approvals: { listeners: [null] } },
      'forRoot({ approvals.listeners }): null has no requested() method',
    ],
    [{ approvals: { store: new Map() } }, 'forRoot({ approvals.store }): Map has no create() method'],
    [{ journal: true }, 'forRoot({ journal }): true has no begin() method'],
  ])('refuses a port that is none: %p', async (options, problem) => {
    const message = await failure(options);
    expect(message).toContain(problem);
    expect(message).toContain('Extend the abstract class of the port');
  });

  it('leaves the options that it was given as they were', async () => {
    const options = Object.freeze({
      approvals: Object.freeze({}),
      intake: Object.freeze({}),
      guards: Object.freeze([new AllowEverything()]),
    });
    const { app } = await bootModule({ imports: [ToolExecutorModule.forRoot(options)] });
    await app.close();
    expect(options).toEqual({ approvals: {}, intake: {}, guards: [expect.any(AllowEverything)] });
  });
});
