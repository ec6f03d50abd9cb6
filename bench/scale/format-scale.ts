// The report that compares two sizes, and its verdict.
import { markdownTable } from '../report/markdown-table.ts';
import type { Measured } from './measure-queries.ts';

/** A database of one size, and its measurements. */
export interface MeasuredSize {
  readonly primes: number;
  readonly versions: number;
  readonly bytes: number;
  readonly measured: readonly Measured[];
}

// Plans of the same query may differ a little between sizes. A query that reads a whole table reads ten times
// as much.
const MOST_TIMES = 3;
/** Smaller numbers of rows are never reported. */
const FEW_ROWS = 5000;

/** Queries that grow with the total or read a whole table. Empty if there are none. */
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
    `${describe(small)} next to ${describe(large)}. Times are those of the store, including the database connection. Rows`,
    'are those that the slowest plan of each query touched, in tables and indexes.\n',
    markdownTable(
      ['Operation', 'p50, ms, small', 'p50, ms', 'p99, ms', 'rows, small', 'rows', 'indexes'],
      rows,
    ),
    flaws.length === 0
      ? 'No query reads a whole table, or touches more rows in the larger database.'
      : flaws.map((flaw) => `- **${flaw}**`).join('\n'),
    '',
    '<details><summary>Every query, with the pages it read</summary>\n',
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
