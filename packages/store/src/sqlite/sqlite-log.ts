// The transparency log on SQLite: a transaction has the database alone.
import { sql } from 'kysely';
import type { LogEngine } from '../log/log-engine.ts';
import { createLogRowWriter } from '../log/write-log-rows.ts';

export function sqliteLog(): LogEngine {
  return { rowLock: sql``, server: sql<string>`'file'`, writeRows: createLogRowWriter() };
}
