// The report on two sizes, side by side, and what is wrong with it.
import { markdownTable } from '../report/markdown-table.ts';
import type { Measured } from './measure-queries.ts';

/** A database of one size, and what was measured in it. */
export interface MeasuredSize {
  readonly primes: number;
  readonly versions: number;
  readonly bytes: number;
  readonly measured: readonly Measured[];
}

// A plan of the same query may differ a little from one size to the other. What reads all of a table that is ten times as large
// reads ten times as much.
const MOST_TIMES = 3;
/** Below so many rows nothing is worth a word. */
const FEW_ROWS = 5000;

/** What grows with the total, or reads a whole table; nothing when all is well. */
export function judgeScale(small: MeasuredSize, large: MeasuredSize): string[] {
  return large.measured.flatMap((operation) => {
    const before = rowsOf(small.measured.find(({ title }) => title === operation.title));
    const after = rowsOf(operation);
    const scanned = operation.queries.flatMap(({ plan }) => plan.scanned);
    return [
      ...(scanned.length === 0 ? [] : [`${operation.title} reads all of ${scanned.join(', ')}`]),
      ...(after <= FEW_ROWS || after <= MOST_TIMES * before
        ? []
        : [`${operation.title} touches ${after} rows, ${before} in the small database`]),
    ];
  });
}

/** The report as Markdown. */
export function formatScale(small: MeasuredSize, large: MeasuredSize, flaws: readonly string[]): string {
  const rows = large.measured.map((operation) => {
    const before = small.measured.find(({ title }) => title === operation.title);
    return [
      operation.title,
      formatMs(before?.p50Ms),
      formatMs(operation.p50Ms),
      formatMs(operation.p99Ms),
      String(rowsOf(before)),
      String(rowsOf(operation)),
      [...new Set(operation.queries.flatMap(({ plan }) => plan.indexes))].join(', '),
    ];
  });
  return [
    `${describe(small)} beside ${describe(large)}. Times are those of the store, the way to the database included; rows`,
    'are those that the slowest plan of each query has touched, in tables and indexes.\n',
    markdownTable(['Asked', 'p50, ms, small', 'p50, ms', 'p99, ms', 'rows, small', 'rows', 'indexes'], rows),
    flaws.length === 0
      ? 'No query reads a whole table, and none touches more rows the more there are.'
      : flaws.map((flaw) => `- **${flaw}**`).join('\n'),
    '',
    '<details><summary>Every query, and the pages that it looked at</summary>\n',
    markdownTable(
      ['Query', 'rows', 'pages'],
      listQueries(large).map(([text, rowCount, pages]) => [
        `\`${text.replaceAll('|', '\\|')}\``,
        rowCount,
        pages,
      ]),
    ),
    '</details>',
  ].join('\n');
}

function describe({ primes, versions, bytes }: MeasuredSize): string {
  const count = (value: number): string => value.toLocaleString('en-US');
  return `${count(primes)} Primes, ${count(versions)} versions (${(bytes / 2 ** 30).toFixed(1)} GiB)`;
}

function listQueries({ measured }: MeasuredSize): [string, string, string][] {
  const worst = new Map<string, { rows: number; pages: number }>();
  for (const { text, plan } of measured.flatMap(({ queries }) => queries)) {
    const known = worst.get(text);
    if (known === undefined || plan.rows > known.rows) worst.set(text, plan);
  }
  return [...worst].map(([text, { rows, pages }]) => [text, String(rows), String(pages)]);
}

function rowsOf(operation: Measured | undefined): number {
  return operation?.queries.reduce((sum, { plan }) => sum + plan.rows, 0) ?? 0;
}

function formatMs(value = Number.NaN): string {
  return value.toFixed(2);
}
