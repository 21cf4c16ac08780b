const MAX_NAME_CHARS = 100;

/**
 * The name that was probably meant, or `undefined` if none is near. Case, hyphens and underscores
 * don't count, and neither do prefixes: `functions.search_joke` finds `search_joke`.
 *
 * @param wanted comes from a model; more than 100 characters find nothing
 */
export function nearestName(wanted: string, names: Iterable<string>): string | undefined {
  return nearestNames(wanted, names, 1)[0];
}

/** The nearest names, the best first, at most `count`. */
export function nearestNames(wanted: string, names: Iterable<string>, count: number): string[] {
  if (wanted.length > MAX_NAME_CHARS) return [];
  const whole = fold(wanted);
  const last = fold(wanted.split(/[./:]/).at(-1) ?? '');
  const found: { name: string; distance: number }[] = [];
  for (const name of names) {
    if (name.length > MAX_NAME_CHARS) continue;
    const folded = fold(name);
    const distance = Math.min(
      distanceOf(whole, folded),
      last === whole ? Infinity : distanceOf(last, folded) + 0.1,
    );
    if (distance < Infinity) found.push({ name, distance });
  }
  return found
    .sort((left, right) => left.distance - right.distance)
    .slice(0, count)
    .map(({ name }) => name);
}

const fold = (name: string): string => name.toLowerCase().replaceAll(/[-_\s]/g, '');

function distanceOf(wanted: string, name: string): number {
  if (wanted === name) return 0;
  if (wanted.length === 0 || name.length === 0) return Infinity;
  const longest = Math.max(wanted.length, name.length);
  const limit = Math.max(1, Math.floor(longest / 3));
  const edits = longest <= 2 ? Infinity : boundedEdits(wanted, name, limit);
  const shortest = Math.min(wanted.length, name.length);
  const contained = shortest >= 3 && (wanted.includes(name) || name.includes(wanted));
  return contained ? Math.min(edits, limit + 1 - shortest / longest) : edits;
}

/** Insertions, deletions and replacements from one to the other; Infinity beyond `limit`. */
function boundedEdits(wanted: string, name: string, limit: number): number {
  if (Math.abs(wanted.length - name.length) > limit) return Infinity;
  let previous = Array.from({ length: name.length + 1 }, (_, column) => column);
  for (let row = 1; row <= wanted.length; row++) {
    const current = [row];
    let best = row;
    for (let column = 1; column <= name.length; column++) {
      const replaced = previous[column - 1]! + (wanted[row - 1] === name[column - 1] ? 0 : 1);
      const edits = Math.min(replaced, previous[column]! + 1, current[column - 1]! + 1);
      current.push(edits);
      if (edits < best) best = edits;
    }
    if (best > limit) return Infinity;
    previous = current;
  }
  const edits = previous[name.length]!;
  return edits <= limit ? edits : Infinity;
}
