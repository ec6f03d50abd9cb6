// Text in columns, for help and tables.
import { stripVTControlCharacters } from 'node:util';
import { widthOf } from './width.ts';

/** Rows whose cells line up; the last column is not padded. Colours do not count as width. */
export function formatColumns(rows: readonly (readonly string[])[], indent = '  '): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries())
      widths[column] = Math.max(widths[column] ?? 0, visibleWidth(cell));
  }
  return rows
    .map((row) => {
      const cells = row.map((cell, column) =>
        column === row.length - 1 ? cell : cell + ' '.repeat((widths[column] ?? 0) - visibleWidth(cell)),
      );
      return `${indent}${cells.join('  ')}`.trimEnd();
    })
    .join('\n');
}

/** The text broken at spaces into lines of at most `width` characters; longer words and the line breaks in it stay. */
export function wrapText(text: string, width: number): string {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const [first = '', ...words] = line.split(' ');
    let current = first;
    for (const word of words) {
      const longer = `${current} ${word}`;
      if (longer.length > width) lines.push(current);
      current = longer.length > width ? word : longer;
    }
    lines.push(current);
  }
  return lines.join('\n');
}

function visibleWidth(cell: string): number {
  return widthOf(stripVTControlCharacters(cell));
}
