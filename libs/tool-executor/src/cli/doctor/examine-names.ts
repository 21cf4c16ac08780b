import type { Finding } from './finding.js';

/** Names that a model mixes up: they differ only in case, `-` or `_`. */
export function examineNames(names: Iterable<string>): Finding[] {
  const bySound = new Map<string, string[]>();
  for (const name of names) {
    const sound = name.replaceAll(/[-_]/g, '').toLowerCase();
    bySound.set(sound, [...(bySound.get(sound) ?? []), name]);
  }
  return [...bySound.values()]
    .filter((alike) => alike.length > 1)
    .map(([tool, ...others]) => ({
      level: 'warning',
      code: 'similar_names',
      tool: tool!,
      message: `the name differs from ${others.join(', ')} only in case, - or _`,
      remedy: 'rename one of them: a model mixes them up',
    }));
}
