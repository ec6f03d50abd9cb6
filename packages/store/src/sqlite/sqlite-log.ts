// The transparency log on SQLite: a transaction has the database alone.
import { sql } from 'kysely';
import type { LogEngine } from '../log/log-engine.ts';
import { writeLogRows } from '../log/write-log-rows.ts';

export const sqliteLog: LogEngine = {
  rowLock: sql``,
  server: sql<string>`'file'`,
  writeRows: writeLogRows,
};
