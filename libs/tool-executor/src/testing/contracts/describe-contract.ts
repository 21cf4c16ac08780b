import type { ContractCase } from './contract-case.js';

/** `describe` and `it` of Jest, Vitest, node:test, or anything with the same shape. @publicApi */
export interface TestApi {
  readonly describe: (name: string, body: () => void) => unknown;
  readonly it: (title: string, run: () => Promise<void>) => unknown;
}

/**
 * Hangs a contract into a test runner:
 *
 * ```ts
 * describeContract({ describe, it }, 'PostgresToolJournal', toolJournalContract(make));
 * ```
 *
 * @throws Error when there are no cases: a suite that is empty by mistake would pass
 * @publicApi
 */
export function describeContract(
  { describe, it }: TestApi,
  name: string,
  cases: readonly ContractCase[],
): void {
  if (cases.length === 0) throw new Error(`describeContract(): "${name}" has no cases.`);
  describe(name, () => {
    for (const { title, run } of cases) it(title, run);
  });
}
