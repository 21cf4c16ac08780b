/** The cells of all tables of a page, without their rulers: `\|` is a `|` within a cell. */
export function tableRows(page: string): string[][] {
  return page
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[\s:|-]+\|$/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    );
}
