const GAP = '  ';

/**
 * Rows of text as lines with aligned columns, without spaces at the ends of lines. Cells are
 * single lines; their width is counted in characters.
 *
 * @param maxChars longer lines are cut, ending in `…`. Default: no limit
 */
export function alignColumns(rows: readonly (readonly string[])[], maxChars: number = Infinity): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, [...cell].length)));
  }
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell + ' '.repeat(widths[column]! - [...cell].length))
        .join(GAP)
        .trimEnd(),
    )
    .map((line) => cutLine(line, maxChars))
    .join('\n');
}

function cutLine(line: string, maxChars: number): string {
  const characters = [...line];
  return characters.length <= maxChars ? line : `${characters.slice(0, Math.max(0, maxChars - 1)).join('')}…`;
}
