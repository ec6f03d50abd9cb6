// An upgraded database, in the log of the server that upgraded it.
import type { MigrationReport } from '@prime-registry/store';
import type { PrimaryLog } from './primary-log.ts';

/** Logs the migrations of this start; a new database is not worth a line. */
export function logMigration({ applied, isNew }: MigrationReport, info: PrimaryLog['info']): void {
  if (!isNew && applied.length > 0) info({ applied }, 'the database was migrated');
}
