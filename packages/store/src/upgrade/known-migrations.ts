// Refuses the SQLite database of a newer program, without a migrator.
import type { DatabaseSync } from 'node:sqlite';
import { SQLITE_MIGRATION_NAMES } from '../migrations/sqlite-names.ts';
import { describeNewerDatabase } from './newer-database.ts';

/** @throws Error if a newer program made the database */
export function requireKnownMigrations(database: DatabaseSync): void {
  const known = new Set(SQLITE_MIGRATION_NAMES);
  const applied = hasTable(database, 'kysely_migration')
    ? database.prepare('select name from kysely_migration order by name').all()
    : [];
  const unknown = applied.map(({ name }) => String(name)).findLast((name) => !known.has(name));
  if (unknown === undefined) return;
  const programs = hasTable(database, 'migration_programs')
    ? database.prepare('select program from migration_programs order by migration desc limit 1').all()
    : [];
  const [needed] = programs.map(({ program }) => String(program));
  throw new Error(describeNewerDatabase(unknown, needed));
}

/** Whether the database has a table; those of older programs lack some. */
export function hasTable(database: DatabaseSync, table: string): boolean {
  return database.prepare('select 1 from sqlite_master where name = ?').get(table) !== undefined;
}
