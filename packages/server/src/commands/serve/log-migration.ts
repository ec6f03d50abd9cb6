// Logs the migrations of a start.
import type { MigrationReport } from '@prime-registry/store';
import type { PrimaryLog } from './primary-log.ts';

/** Logs migrations of an existing database; a new database is not worth a line. */
export function logMigration({ applied, isNew }: MigrationReport, info: PrimaryLog['info']): void {
  if (!isNew && applied.length > 0) info({ applied }, 'the database was migrated');
}
