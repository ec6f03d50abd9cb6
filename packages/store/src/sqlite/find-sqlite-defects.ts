// The checks of SQLite itself.
import { DatabaseSync } from 'node:sqlite';

const TIMEOUT_MS = 5000;

/**
 * Runs the checks of SQLite (sqlite.org/pragma.html, integrity_check and foreign_key_check), on a new connection: on one
 * that has searched, FTS5 checks a cached state of an index. @returns one line for each defect
 */
export function findSqliteDefects(file: string): string[] {
  using database = new DatabaseSync(file, { timeout: TIMEOUT_MS });
  const defects = database.prepare('pragma integrity_check').all();
  const orphans = database.prepare('pragma foreign_key_check').all();
  return [
    ...defects.map(({ integrity_check }) => String(integrity_check)).filter((line) => line !== 'ok'),
    ...orphans.map(({ table, rowid, parent }) => `row ${rowid} of ${table} has no row in ${parent}`),
  ];
}
