// Explains a query to SQLite: which tables it reads whole (sqlite.org/eqp.html). SQLite does not count rows.
import type { DatabaseSync } from 'node:sqlite';
import type { Plan } from './plan.ts';

/** A table with fewer rows may be scanned. */
const FEW_ROWS = 1000;

/** Creates a function that explains statements of this database. */
export function createSqliteExplainer(database: DatabaseSync): (text: string) => Plan {
  const isLarge = new Map<string, boolean>();
  const grows = (table: string): boolean => {
    const known = isLarge.get(table) ?? hasManyRows(database, table);
    isLarge.set(table, known);
    return known;
  };
  return (text) => {
    const lines = database
      .prepare(`explain query plan ${text}`)
      .all()
      .map(({ detail }) => String(detail));
    // A scan in the order of an index ends with the limit.
    const scanned = /\blimit\b/i.test(text) ? [] : lines.flatMap((line) => scannedTable(line, text));
    return {
      ...{ rows: undefined, pages: undefined },
      scanned: [...new Set(scanned)].filter(grows),
      indexes: [...new Set(lines.flatMap(usedIndex))],
    };
  };
}

/** `SCAN p`, `SCAN versions USING COVERING INDEX …`; not a virtual table, whose index has its own plan. */
function scannedTable(line: string, text: string): string[] {
  const [, name] = /^SCAN (\S+)(?! VIRTUAL TABLE)(?: |$)/.exec(line) ?? [];
  if (name === undefined || line.includes('VIRTUAL TABLE')) return [];
  const [, table = name] = new RegExp(`"?(\\w+)"? (?:as )?"?${name}"?(?:\\W|$)`, 'i').exec(text) ?? [];
  return ['from', 'join', ','].includes(table.toLowerCase()) ? [name] : [table, name];
}

function usedIndex(line: string): string[] {
  const [, index] = /USING (?:COVERING )?(?:INDEX (\w+)|INTEGER PRIMARY KEY)/.exec(line) ?? [];
  if (line.includes('USING INTEGER PRIMARY KEY')) return ['primary key'];
  return index === undefined ? [] : [index];
}

function hasManyRows(database: DatabaseSync, table: string): boolean {
  const isTable = database
    .prepare(`select 1 from sqlite_schema where type = 'table' and name = ?`)
    .get(table);
  if (isTable === undefined) return false;
  return database.prepare(`select 1 from "${table}" limit 1 offset ${FEW_ROWS}`).get() !== undefined;
}
