/** What passed and failed, with seconds. Progress goes to stderr, the results to stdout. */
export class Report {
  results = [];

  get failed() {
    return this.results.filter((result) => !result.ok).length;
  }

  /** Runs one step; a step whose adopter has failed before is left out. Answers what the action answers, or `undefined` after a failure. */
  async step(adopter, step, action) {
    if (this.results.some((result) => result.adopter === adopter && !result.ok)) return undefined;
    const start = performance.now();
    const result = { adopter, step, ok: true, seconds: 0, note: undefined };
    let value;
    try {
      value = await action();
      if (typeof value === 'string') result.note = value;
    } catch (error) {
      result.ok = false;
      result.note = error instanceof Error ? error.message : String(error);
    }
    result.seconds = Math.round((performance.now() - start) / 100) / 10;
    this.results.push(result);
    console.error(`${result.ok ? 'pass' : 'FAIL'}  ${adopter}: ${step} (${result.seconds} s)`);
    if (!result.ok) console.error(result.note);
    return result.ok ? (value ?? true) : undefined;
  }

  print({ json }) {
    const passed = this.results.length - this.failed;
    if (json) {
      console.log(JSON.stringify({ passed, failed: this.failed, results: this.results }, null, 2));
      return;
    }
    const adopters = [...new Set(this.results.map((result) => result.adopter))];
    const width = Math.max(...adopters.map((adopter) => adopter.length));
    for (const adopter of adopters) {
      const own = this.results.filter((result) => result.adopter === adopter);
      const seconds = own.reduce((sum, result) => sum + result.seconds, 0).toFixed(1);
      const wrong = own.filter((result) => !result.ok).map((result) => result.step);
      const outcome =
        wrong.length > 0 ? `FAILED at: ${wrong.join(', ')}` : own.map((result) => result.step).join(', ');
      console.log(`${adopter.padEnd(width)}  ${seconds.padStart(6)} s  ${outcome}`);
      for (const { ok, note } of own)
        if (ok && note !== undefined) console.log(`${' '.repeat(width)}            ${note}`);
    }
    console.log(`${passed} passed, ${this.failed} failed`);
  }
}
