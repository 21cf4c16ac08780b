import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const read = (path: string): string => readFileSync(path, 'utf8');

/** The text of the code blocks of one language. */
export function codeBlocks(page: string, language: string): string[] {
  const fences = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms');
  return [...page.matchAll(fences)].map(([, code]) => code!.trim());
}

/** Without indentation: a method stands further left on a page than in its class. */
export const flush = (code: string): string => code.replaceAll(/^[ \t]+/gm, '');

/** Targets of the relative links of a page that are no files, and fragments that are no headings of theirs. */
export function brokenLinks(path: string): string[] {
  const links = [...read(path).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)];
  return links
    .filter(([, target, fragment]) => {
      const file = target === '' ? path : join(dirname(path), target!);
      if (!existsSync(file)) return true;
      return fragment !== undefined && !anchors(read(file)).has(fragment);
    })
    .map(([link]) => link);
}

/** As GitHub makes them of headings. */
function anchors(page: string): Set<string> {
  const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  );
}
