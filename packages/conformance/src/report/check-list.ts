// The table of all checks, for `--list` and the README.
import type { Check } from '../check.ts';

/** A Markdown table, padded to be readable as plain text. */
export function checkList(checks: readonly Check[]): string {
  const rows = [
    ['Section', 'Level', 'Check', 'Rule'],
    ...checks.map(({ section, level, id, title }) => [
      section,
      level,
      `\`${id}\``,
      title.replaceAll(/[<>]/g, '\\$&'),
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const [head, ...body] = rows.map((row) =>
    line(row.map((cell, column) => cell.padEnd(widths[column] ?? 0))),
  );
  return [head, line(widths.map((width) => '-'.repeat(width))), ...body, ''].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
