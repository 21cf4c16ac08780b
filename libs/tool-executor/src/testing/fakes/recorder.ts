/**
 * One log of step names that several fakes share, for tests of order. A step is noted when it begins.
 *
 * @publicApi
 */
export class Recorder {
  private readonly noted: string[] = [];

  /** The steps so far, the first one first. A copy. */
  get steps(): readonly string[] {
    return [...this.noted];
  }

  note(step: string): void {
    this.noted.push(step);
  }

  clear(): void {
    this.noted.length = 0;
  }
}
