// Copies of the data folder are copies of the whole registry only where the database is in it.
import type { ServerSettings } from '../../config/server-settings.ts';
import { SettingError } from '../../config/setting.ts';

/** @throws SettingError that says what to do instead, where the database is PostgreSQL's */
export function requireSqlite({ database }: ServerSettings, command: 'backup' | 'restore'): void {
  if (database === '') return;
  const instead =
    command === 'backup'
      ? "back up the database with PostgreSQL's own means first (pg_dump, or a base backup) and the tarballs after it, or use 'prime-registry export'"
      : "restore the tarballs first and then the database with PostgreSQL's own means, or use 'prime-registry import'";
  throw new SettingError(`database: ${command} is for a registry on SQLite; with PostgreSQL, ${instead}`);
}
