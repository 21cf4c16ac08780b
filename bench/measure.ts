/** A thing to be timed. */
export interface Subject {
  readonly name: string;
  readonly run: () => Promise<unknown>;
}

/** Microseconds of one call, the median of the rounds. */
export interface Timing {
  readonly name: string;
  readonly us: number;
}

/** Times the subjects in turn, round by round: what disturbs the machine disturbs them all. */
export async function timeInTurn(
  subjects: readonly Subject[],
  rounds: number,
  calls: number,
): Promise<Timing[]> {
  const times = new Map(subjects.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    for (const { name, run } of subjects) {
      const from = performance.now();
      for (let call = 0; call < calls; call++) await run();
      times.get(name)!.push(((performance.now() - from) * 1000) / calls);
    }
  }
  // The first rounds warm the compiler up.
  return subjects.map(({ name }) => ({ name, us: median(times.get(name)!.slice(Math.floor(rounds / 4))) }));
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
