// The check of the log for commands that work without the query builder. It is loaded for this check only.
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { findLogDefects } from '../log/defects/find-log-defects.ts';
import type { Schema } from '../sql/schema.ts';
import { nodeSqliteDialect } from './node-sqlite-dialect.ts';
import { sqliteLog } from './sqlite-log.ts';
import { translateSqliteError } from './translate-sqlite-error.ts';

/** How long a read waits while another process recovers the write-ahead log. */
const TIMEOUT_MS = 5000;

/** @returns one line for each defect of the log @throws RegistryError `storage_unavailable` */
export async function findSqliteLogDefects(file: string): Promise<string[]> {
  using database = translateSqliteError(() => new DatabaseSync(file, { timeout: TIMEOUT_MS }));
  // Not read-only: such a connection leaves files behind, owned by the user who ran the command.
  database.exec('pragma query_only = on');
  return await findLogDefects(new Kysely<Schema>({ dialect: nodeSqliteDialect(database) }), sqliteLog);
}
