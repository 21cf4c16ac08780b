/** What keeps the process alive, counted by kind. Pipes and immediates come and go with the test runner. */
export function heldResources(): ReadonlyMap<string, number> {
  const held = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) {
    if (kind !== 'Immediate' && kind !== 'PipeWrap') held.set(kind, (held.get(kind) ?? 0) + 1);
  }
  return held;
}

/** The kinds of which there are more than before. There may be fewer: the test runner lets go of its own. */
export function gainedSince(before: ReadonlyMap<string, number>): string[] {
  return [...heldResources()]
    .filter(([kind, count]) => count > (before.get(kind) ?? 0))
    .map(([kind]) => kind);
}
