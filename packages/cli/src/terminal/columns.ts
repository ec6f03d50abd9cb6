// Text in columns, for help and tables.
import { stripVTControlCharacters } from 'node:util';

/** Rows whose cells line up; the last column is not padded. Colours do not count as width. */
export function formatColumns(rows: readonly (readonly string[])[], indent = '  '): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, widthOf(cell));
  }
  return rows
    .map((row) => {
      const cells = row.map((cell, column) =>
        column === row.length - 1 ? cell : cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)),
      );
      return `${indent}${cells.join('  ')}`.trimEnd();
    })
    .join('\n');
}

function widthOf(cell: string): number {
  return [...stripVTControlCharacters(cell)].length;
}
