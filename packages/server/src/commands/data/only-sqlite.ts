// A copy of the data folder is a copy of the whole registry only if the database is in it.
import type { ServerSettings } from '../../config/server-settings.ts';
import { SettingError } from '../../config/setting.ts';

/** @throws SettingError for PostgreSQL, with what to do instead */
export function requireSqlite({ database }: ServerSettings, command: 'backup' | 'restore'): void {
  if (database === '') return;
  const instead =
    command === 'backup'
      ? "back up the database first with the tools of PostgreSQL (pg_dump, or a base backup) and then the tarballs, or use 'prime-registry export'"
      : "restore the tarballs first and then the database with the tools of PostgreSQL, or use 'prime-registry import'";
  throw new SettingError(`database: ${command} is for a registry on SQLite; with PostgreSQL, ${instead}`);
}
