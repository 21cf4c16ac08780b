/**
 * One rule that every implementation of a port has to keep. It asserts with node:assert, so it runs
 * under any test runner.
 *
 * @publicApi
 */
export interface ContractCase {
  /** The rule itself. */
  readonly title: string;
  /** Rejects when the rule is broken. Makes a fresh subject each time. */
  readonly run: () => Promise<void>;
}

/** What makes the implementation under test: a fresh one, that nothing was done with. @publicApi */
export type MakeSubject<Subject> = () => Subject | Promise<Subject>;

/** @publicApi */
export interface ContractOptions<Subject> {
  /** Called after each case, also after one that failed: closes what the subject holds open. */
  readonly dispose?: (subject: Subject) => void | Promise<void>;
}

/** A rule, by its title, and how a subject is tried. */
export type Rule<Subject> = readonly [title: string, tryOut: (subject: Subject) => void | Promise<void>];

/** Rules as cases, each with a subject of its own. */
export function casesOf<Subject>(
  rules: readonly Rule<Subject>[],
  make: MakeSubject<Subject>,
  { dispose }: ContractOptions<Subject> = {},
): ContractCase[] {
  return rules.map(([title, tryOut]) => ({
    title,
    run: async () => {
      const subject = await make();
      try {
        await tryOut(subject);
      } finally {
        await dispose?.(subject);
      }
    },
  }));
}
