// A consistent copy of a database that other processes read and write, and reads of a copy for a backup.
// Nothing is migrated: a copy by an older program stays in its form.
import { backup, DatabaseSync } from 'node:sqlite';
import type { ReferencedBlob } from '../contracts/maintenance-store.ts';
import { SQLITE_MIGRATION_NAMES } from '../migrations/sqlite-names.ts';
import { describeNewerDatabase } from '../upgrade/newer-database.ts';

// SQLite restarts the backup if another connection writes between two steps. In one step it reads like any
// other reader, and does not block writers.
const ALL_PAGES = 2 ** 31 - 1;

/** Copies the database into a single new file. @throws Error with the reason if it cannot be copied */
export async function copySqliteDatabase(file: string, copy: string): Promise<void> {
  try {
    await copyWhole(file, copy);
  } catch (error) {
    const reason = (error as Error).message;
    throw new Error(`the database ${file} cannot be copied to ${copy}: ${reason}`, { cause: error });
  }
}

async function copyWhole(file: string, copy: string): Promise<void> {
  const source = new DatabaseSync(file, { timeout: 5000 });
  try {
    await backup(source, copy, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
  const database = new DatabaseSync(copy);
  try {
    // Without a write-ahead log, the copy is a single file.
    database.exec('pragma journal_mode = delete');
  } finally {
    database.close();
  }
}

/** The subset of the digests that versions in the database reference now. */
export function findNeededBlobs(file: string, digests: readonly string[]): Set<string> {
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    const rows = database
      .prepare('select distinct sha256 from versions where sha256 in (select value from json_each(?))')
      .all(JSON.stringify(digests));
    return new Set(rows.map(({ sha256 }) => String(sha256)));
  } finally {
    database.close();
  }
}

/** The contents of a copy. */
export interface CopyContents {
  readonly versions: number;
  /** The referenced blobs, by ascending digest. */
  readonly blobs: readonly ReferencedBlob[];
}

/**
 * Reads a copy, without changing it or creating files next to it.
 * @throws Error if it is damaged, not the database of a registry, or made by a newer program, which may keep tarballs
 *   that this one does not know
 */
export function readSqliteCopy(copy: string): CopyContents {
  const database = new DatabaseSync(copy, { readOnly: true });
  try {
    const { quick_check } = database.prepare('pragma quick_check(1)').get() ?? {};
    if (quick_check !== 'ok') throw new Error(String(quick_check));
    requireKnownMigrations(database);
    const count = database.prepare('select count(*) as versions from versions').get();
    const blobs = database.prepare('select distinct sha256, size_bytes from versions order by sha256').all();
    return {
      versions: Number(count?.versions),
      blobs: blobs.map((row) => ({ sha256: String(row.sha256), sizeBytes: Number(row.size_bytes) })),
    };
  } finally {
    database.close();
  }
}

function requireKnownMigrations(database: DatabaseSync): void {
  const known = new Set(SQLITE_MIGRATION_NAMES);
  const has = (table: string) =>
    database.prepare('select 1 from sqlite_master where name = ?').get(table) !== undefined;
  const applied = has('kysely_migration')
    ? database.prepare('select name from kysely_migration order by name').all()
    : [];
  const unknown = applied.map(({ name }) => String(name)).findLast((name) => !known.has(name));
  if (unknown === undefined) return;
  const programs = has('migration_programs')
    ? database.prepare('select program from migration_programs order by migration desc limit 1').all()
    : [];
  const [needed] = programs.map(({ program }) => String(program));
  throw new Error(describeNewerDatabase(unknown, needed));
}

/**
 * The SHA-256 of each version that was published here, or is known to be lost, by its name, a space, and its
 * identity.
 */
export function readSqliteVersions(copy: string): Map<string, string> {
  const database = new DatabaseSync(copy, { readOnly: true });
  try {
    const columns = database.prepare("select name from pragma_table_info('versions')").all();
    // Databases of programs without mirroring do not have the column.
    const published = columns.some(({ name }) => name === 'origin') ? 'where versions.origin is null' : '';
    const rows = database
      .prepare(
        `select primes.name, versions.identity, versions.sha256 from versions
         join primes on primes.id = versions.prime_id ${published} order by versions.id`,
      )
      .all();
    // Nor do databases of older programs have this table.
    const isThere = database.prepare("select 1 from sqlite_master where name = 'lost_versions'").get();
    const lost = isThere ? database.prepare('select name, identity, sha256 from lost_versions').all() : [];
    return new Map(
      [...lost, ...rows].map(({ name, identity, sha256 }) => [`${name} ${identity}`, String(sha256)]),
    );
  } finally {
    database.close();
  }
}

/** The SHA-256 of each removed version, by the same keys. */
export function readSqliteTombstones(copy: string): Map<string, string> {
  const database = new DatabaseSync(copy, { readOnly: true });
  try {
    // Databases of older programs do not have the table.
    const isThere = database.prepare("select 1 from sqlite_master where name = 'removed_versions'").get();
    const rows = isThere ? database.prepare('select name, identity, sha256 from removed_versions').all() : [];
    return new Map(rows.map(({ name, identity, sha256 }) => [`${name} ${identity}`, String(sha256)]));
  } finally {
    database.close();
  }
}

/** Those of some versions that a copy has with these bytes, mirrored ones included. */
export function findSqliteVersions(copy: string, versions: ReadonlyMap<string, string>): string[] {
  const database = new DatabaseSync(copy, { readOnly: true });
  try {
    const find = database.prepare(
      `select 1 from versions join primes on primes.id = versions.prime_id
       where primes.name = ? and versions.identity = ? and versions.sha256 = ?`,
    );
    return [...versions].flatMap(([key, sha256]) => {
      const [name = '', identity = ''] = key.split(' ');
      return find.get(name, identity, sha256) === undefined ? [] : [key];
    });
  } finally {
    database.close();
  }
}

/** Those of some versions that a copy has with these bytes, or knows as removed or lost with these. */
export function findKnownSqliteVersions(copy: string, versions: ReadonlyMap<string, string>): Set<string> {
  const known = new Set(findSqliteVersions(copy, versions));
  const database = new DatabaseSync(copy, { readOnly: true });
  try {
    for (const table of ['removed_versions', 'lost_versions']) {
      // Databases of older programs do not have the tables.
      if (!database.prepare('select 1 from sqlite_master where name = ?').get(table)) continue;
      const find = database.prepare(`select 1 from ${table} where name = ? and identity = ? and sha256 = ?`);
      for (const [key, sha256] of versions) {
        const [name = '', identity = ''] = key.split(' ');
        if (find.get(name, identity, sha256) !== undefined) known.add(key);
      }
    }
    return known;
  } finally {
    database.close();
  }
}
