// The report that compares two sizes, and its verdict.
import { markdownTable } from '../report/markdown-table.ts';
import type { TableSize } from './engines/engine.ts';
import type { FillTimes } from './fill/fill-registry.ts';
import type { Maintenance } from './measure-maintenance.ts';
import type { Measured } from './measure-queries.ts';
import type { MeasuredServer } from './measure-server.ts';

/** A database of one size, and its measurements. */
export interface MeasuredSize {
  readonly primes: number;
  readonly versions: number;
  readonly atoms: number;
  readonly tables: readonly TableSize[];
  readonly fill: FillTimes;
  readonly measured: readonly Measured[];
  readonly maintenance: Maintenance;
  readonly server: MeasuredServer;
}

// Plans of the same query may differ a little between sizes. A query that reads a whole table reads a hundred times
// as much.
const MOST_TIMES = 3;
/** Smaller numbers of rows are never reported. */
const FEW_ROWS = 5000;
/** A search stops at a bound that a small registry does not reach. */
const BOUNDED_ROWS = 250_000;
const BOUNDED = /search|suggestions/i;
/** Reads a row for each scope, and is kept for half a minute: see CatalogueStore. */
const KEPT = 'Totals';
const TABLES = 12;

/** Queries that grow with the total or read a whole table. Empty if there are none. */
export function judgeScale(small: MeasuredSize, large: MeasuredSize): string[] {
  return large.measured.flatMap((operation) => {
    if (operation.title === KEPT) return [];
    const before = rowsOf(small.measured.find(({ title }) => title === operation.title)) ?? 0;
    const after = rowsOf(operation) ?? 0;
    const scanned = [...new Set(operation.queries.flatMap(({ plan }) => plan.scanned))];
    const few = BOUNDED.test(operation.title) ? BOUNDED_ROWS : FEW_ROWS;
    return [
      ...(scanned.length === 0 ? [] : [`${operation.title} reads all of ${scanned.join(', ')}`]),
      ...(after <= few || after <= MOST_TIMES * before
        ? []
        : [`${operation.title} touches ${after} rows, ${before} in the small database`]),
    ];
  });
}

/** The report as Markdown. */
export function formatScale(engine: string, small: MeasuredSize, large: MeasuredSize): string {
  return [
    `**${engine}**: ${describe(small)} next to ${describe(large)}.\n`,
    '### Queries\n',
    'Times are those of the store, including the database connection. Rows are those that the slowest plan of each query',
    'touched, in tables and indexes; SQLite does not count them.\n',
    formatQueries(small, large),
    formatVerdict(judgeScale(small, large)),
    '\n### Over HTTP\n',
    formatServer(small, large),
    '### Commands\n',
    'Without the time that tarballs take: `verify` and a backup read all of them.\n',
    formatMaintenance(small, large),
    '### On disk\n',
    formatTables(small, large),
    `\nFilling took ${Object.entries(large.fill)
      .map(([step, seconds]) => `${step} ${seconds.toFixed(0)} s`)
      .join(', ')} (none for what an earlier run did).\n`,
    '<details><summary>Every query, with what it read</summary>\n',
    formatAllQueries(large),
    '</details>',
  ].join('\n');
}

function formatVerdict(flaws: readonly string[]): string {
  if (flaws.length === 0) return 'No query reads a whole table, or touches more rows in the larger database.';
  return flaws.map((flaw) => `- **${flaw}**`).join('\n');
}

function formatQueries(small: MeasuredSize, large: MeasuredSize): string {
  const rows = large.measured.map((operation) => {
    const before = small.measured.find(({ title }) => title === operation.title);
    return [
      operation.title,
      ...[before?.p50Ms, operation.p50Ms, operation.p99Ms].map((ms) => formatTime(ms)),
      ...[before, operation].map((each) => formatRows(rowsOf(each))),
      [...new Set(operation.queries.flatMap(({ plan }) => plan.indexes))].join(', '),
    ];
  });
  return markdownTable(
    ['Operation', 'p50, ms, small', 'p50, ms', 'p99, ms', 'rows, small', 'rows', 'indexes'],
    rows,
  );
}

function formatServer({ server: small }: MeasuredSize, { server: large }: MeasuredSize): string {
  const figures: [string, number, number][] = [
    ['Start to first answer, ms', small.firstAnswerMs, large.firstAnswerMs],
    ['Memory, idle, MiB', small.idleMiB, large.idleMiB],
    ['Memory, after these requests, MiB', small.usedMiB, large.usedMiB],
    ['Publish, one at a time, p50, ms', small.publishP50Ms, large.publishP50Ms],
    ['Publish, 16 at once, per second', small.publishesPerSecond, large.publishesPerSecond],
  ];
  const paths = large.paths.map(({ title, p50Ms, p99Ms, bytes }) => {
    const before = small.paths.find((path) => path.title === title);
    return [title, ...[before?.p50Ms, p50Ms, p99Ms].map((ms) => formatTime(ms)), (bytes / 1024).toFixed(1)];
  });
  return [
    markdownTable(
      ['Server', 'small', 'large'],
      figures.map(([title, ...values]) => [title, ...values.map((value) => value.toFixed(0))]),
    ),
    markdownTable(['Request', 'p50, ms, small', 'p50, ms', 'p99, ms', 'longest answer, KiB'], paths),
  ].join('\n');
}

function formatMaintenance(
  { maintenance: small }: MeasuredSize,
  { maintenance: large }: MeasuredSize,
): string {
  const rows: [string, number | undefined, number | undefined][] = [
    ['`verify`: checks of the database', small.defectsSeconds, large.defectsSeconds],
    ['`verify`: digests that are needed', small.referencesSeconds, large.referencesSeconds],
    ['`gc`: a list of all blobs next to it', small.gcSeconds, large.gcSeconds],
    ['Backup of the database', small.backupSeconds, large.backupSeconds],
  ];
  return markdownTable(
    ['Work', 'small, s', 'large, s'],
    rows.map(([title, ...values]) => [title, ...values.map((value) => value?.toFixed(2) ?? '—')]),
  );
}

function formatTables(small: MeasuredSize, large: MeasuredSize): string {
  const rows = large.tables.slice(0, TABLES).map(({ table, bytes }) => {
    const before = small.tables.find((each) => each.table === table)?.bytes ?? 0;
    return [`\`${table}\``, formatMiB(before), formatMiB(bytes), (bytes / large.versions).toFixed(0)];
  });
  return markdownTable(['Table, with its indexes', 'small, MiB', 'large, MiB', 'bytes a version'], rows);
}

function formatAllQueries(large: MeasuredSize): string {
  return markdownTable(
    ['Query', 'rows', 'pages'],
    listQueries(large).map(([text, rowCount, pages]) => [
      `\`${text.replaceAll('|', '\\|')}\``,
      rowCount,
      pages,
    ]),
  );
}

function listQueries({ measured }: MeasuredSize): [string, string, string][] {
  const worst = new Map<string, { rows: number | undefined; pages: number | undefined }>();
  for (const { text, plan } of measured.flatMap(({ queries }) => queries)) {
    const known = worst.get(text);
    if (known === undefined || (plan.rows ?? 0) > (known.rows ?? 0)) worst.set(text, plan);
  }
  return [...worst].map(([text, { rows, pages }]) => [text, formatRows(rows), formatRows(pages)]);
}

function describe({ primes, versions, atoms, tables }: MeasuredSize): string {
  const bytes = tables.reduce((sum, each) => sum + each.bytes, 0);
  return `${formatCount(primes)} Primes, ${formatCount(versions)} versions, ${formatCount(atoms)} different atoms (${(bytes / 2 ** 30).toFixed(1)} GiB)`;
}

/** Undefined if the engine does not count them. */
function rowsOf(operation: Measured | undefined): number | undefined {
  return operation?.queries.reduce<number | undefined>(
    (sum, { plan }) => (plan.rows === undefined ? undefined : (sum ?? 0) + plan.rows),
    0,
  );
}

function formatCount(value: number): string {
  return value.toLocaleString('en-US');
}

function formatRows(rows: number | undefined): string {
  return rows === undefined ? '—' : String(Math.round(rows));
}

function formatMiB(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1);
}

function formatTime(ms = Number.NaN): string {
  return ms.toFixed(2);
}
