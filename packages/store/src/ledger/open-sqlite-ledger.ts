// Opens the ledger of a database that needs no migration.
import { DatabaseSync } from 'node:sqlite';
import { SQLITE_MIGRATION_NAMES } from '../migrations/sqlite-names.ts';
import { namingDatabase } from '../sqlite/name-database.ts';
import { translateSqliteError } from '../sqlite/translate-sqlite-error.ts';
import { createSqliteLedger, type Ledger } from './sqlite-ledger.ts';

// How long the process blocks while another one migrates or recovers the log. Transactions retry instead.
const OPEN_TIMEOUT_MS = 5000;

/**
 * Opens an existing database for short commands. Other processes may use it at the same time.
 * @returns undefined if other migrations than those of this program have run: then the whole store must be opened
 * @throws RegistryError `storage_unavailable` if it cannot be opened; its cause names the file
 */
export async function openSqliteLedger(file: string): Promise<Ledger | undefined> {
  return namingDatabase(file, () =>
    translateSqliteError(() => {
      const database = new DatabaseSync(file, { timeout: OPEN_TIMEOUT_MS });
      try {
        if (isCurrent(database)) {
          // As the store does: a revocation must survive a power failure.
          database.exec('pragma synchronous = full');
          database.exec('pragma foreign_keys = on');
          database.exec('pragma secure_delete = fast');
          return createSqliteLedger(file, database);
        }
      } catch (error) {
        database.close();
        throw error;
      }
      database.close();
      return undefined;
    }),
  );
}

/** Whether exactly the migrations of this program have run. */
function isCurrent(database: DatabaseSync): boolean {
  const [table] = database
    .prepare("select 1 from sqlite_schema where type = 'table' and name = 'kysely_migration'")
    .all();
  if (table === undefined) return false;
  const executed = new Set(
    database
      .prepare('select name from kysely_migration')
      .all()
      .map(({ name }) => name),
  );
  return (
    executed.size === SQLITE_MIGRATION_NAMES.length &&
    SQLITE_MIGRATION_NAMES.every((name) => executed.has(name))
  );
}
