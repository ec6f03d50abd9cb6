// Copies the database of a recorded registry into one small file: a compressed SQLite file, or SQL
// statements.
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { query } from '@prime-registry/testkit/postgres';

/** A copy of a database. */
export interface DatabaseCopy {
  readonly fileName: string;
  readonly bytes: Uint8Array;
  /** In the order of their execution. */
  readonly migrations: readonly string[];
}

const LIST_MIGRATIONS = 'select name from kysely_migration order by name';

/** Copies the database of a data folder. No process may use it. */
export async function copySqlite(dataFolder: string): Promise<DatabaseCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'prime-fixture-'));
  const database = new DatabaseSync(join(dataFolder, 'registry.sqlite'));
  try {
    const copy = join(folder, 'registry.sqlite');
    database.prepare('vacuum into ?').run(copy);
    const migrations = database.prepare(LIST_MIGRATIONS).all();
    return {
      fileName: 'registry.sqlite.gz',
      bytes: gzipSync(await readFile(copy), { level: 9 }),
      migrations: migrations.map(({ name }) => String(name)),
    };
  } finally {
    database.close();
    await rm(folder, { recursive: true });
  }
}

/**
 * Dumps a database of PostgreSQL with `pg_dump`, as statements that any client can run.
 * @param programs - the folder of a pg_dump that is at least as new as the server
 */
export async function dumpPostgres(url: string, programs: string): Promise<DatabaseCopy> {
  const flags = ['--inserts', '--no-owner', '--no-privileges', '--no-comments'];
  const dump = execFileSync(join(programs, 'pg_dump'), [...flags, url], { encoding: 'utf8' });
  const migrations = await query(url, LIST_MIGRATIONS);
  return {
    fileName: 'registry.sql.gz',
    // Removes the meta-commands of psql, which other clients do not understand.
    bytes: gzipSync(dump.replaceAll(/^\\(?:un)?restrict .*\n/gm, ''), { level: 9 }),
    migrations: migrations.map(({ name }) => String(name)),
  };
}
