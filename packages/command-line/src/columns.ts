// Text in columns, for help texts and tables.
import { stripVTControlCharacters } from 'node:util';
import { widthOf } from './width.ts';

/**
 * Rows with aligned cells, two spaces between columns. The last cell of a row is not padded, and its line
 * breaks stay within its column. Colours have no width.
 */
export function formatColumns(rows: readonly (readonly string[])[], indent = '  '): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries())
      widths[column] = Math.max(widths[column] ?? 0, visibleWidth(cell));
  }
  return rows
    .map((row) => {
      const padded = row
        .slice(0, -1)
        .map((cell, column) => `${cell}${' '.repeat((widths[column] ?? 0) - visibleWidth(cell))}  `)
        .join('');
      const below = `\n${indent}${' '.repeat(visibleWidth(padded))}`;
      return `${indent}${padded}${(row.at(-1) ?? '').replaceAll('\n', below)}`.trimEnd();
    })
    .join('\n');
}

/**
 * Breaks text at spaces into lines of at most `width` characters. Longer words and existing line breaks stay.
 */
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
