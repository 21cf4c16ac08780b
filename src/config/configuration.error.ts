/** The environment is wrong. Lists everything that is, so that it is corrected in one go. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';

  /** @param problems one a line, each naming the variable and what it should be */
  constructor(readonly problems: readonly string[]) {
    super(
      problems.length === 1
        ? `wrong configuration: ${problems[0]}`
        : ['wrong configuration:', ...problems.map((problem) => `  - ${problem}`)].join('\n'),
    );
  }
}
