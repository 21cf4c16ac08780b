/** The command line can't be meant as it is written: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
