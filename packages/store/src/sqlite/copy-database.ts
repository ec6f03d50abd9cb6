// A consistent copy of a database that other processes read and write, and reads of a copy for a backup.
// Nothing is migrated: a copy by an older program stays in its form.
import { backup, DatabaseSync } from 'node:sqlite';
import type { ReferencedBlob } from '../contracts/maintenance-store.ts';
import { hasTable, requireKnownMigrations } from '../upgrade/known-migrations.ts';

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
  using source = new DatabaseSync(file, { timeout: 5000 });
  await backup(source, copy, { rate: ALL_PAGES });
  using database = new DatabaseSync(copy);
  // Without a write-ahead log, the copy is a single file.
  database.exec('pragma journal_mode = delete');
}

/** The subset of the digests that versions in the database reference now. */
export function findNeededBlobs(file: string, digests: readonly string[]): Set<string> {
  using database = new DatabaseSync(file, { timeout: 5000 });
  const rows = database
    .prepare('select distinct sha256 from versions where sha256 in (select value from json_each(?))')
    .all(JSON.stringify(digests));
  return new Set(rows.map(({ sha256 }) => String(sha256)));
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
  using database = new DatabaseSync(copy, { readOnly: true });
  const { quick_check } = database.prepare('pragma quick_check(1)').get() ?? {};
  if (quick_check !== 'ok') throw new Error(String(quick_check));
  requireKnownMigrations(database);
  const count = database.prepare('select count(*) as versions from versions').get();
  const blobs = database.prepare('select distinct sha256, size_bytes from versions order by sha256').all();
  return {
    versions: Number(count?.versions),
    blobs: blobs.map((row) => ({ sha256: String(row.sha256), sizeBytes: Number(row.size_bytes) })),
  };
}

/**
 * The SHA-256 of each version that was published here, or is known to be lost, by its name, a space, and its
 * identity.
 */
export function readSqliteVersions(copy: string): Map<string, string> {
  using database = new DatabaseSync(copy, { readOnly: true });
  const columns = database.prepare("select name from pragma_table_info('versions')").all();
  // Databases of programs without mirroring do not have the column.
  const published = columns.some(({ name }) => name === 'origin') ? 'where versions.origin is null' : '';
  const rows = database
    .prepare(
      `select primes.name, versions.identity, versions.sha256 from versions
       join primes on primes.id = versions.prime_id ${published} order by versions.id`,
    )
    .all();
  return toDigests([...listVersions(database, 'lost_versions'), ...rows]);
}

/** The SHA-256 of each removed version, by the same keys. */
export function readSqliteTombstones(copy: string): Map<string, string> {
  using database = new DatabaseSync(copy, { readOnly: true });
  return toDigests(listVersions(database, 'removed_versions'));
}

type Row = Readonly<Record<string, unknown>>;

function toDigests(rows: readonly Row[]): Map<string, string> {
  return new Map(rows.map(({ name, identity, sha256 }) => [`${name} ${identity}`, String(sha256)]));
}

/** The rows of a table that databases of older programs do not have. */
function listVersions(database: DatabaseSync, table: 'lost_versions' | 'removed_versions'): Row[] {
  return hasTable(database, table)
    ? database.prepare(`select name, identity, sha256 from ${table}`).all()
    : [];
}

/** Those of some versions that a copy has with these bytes, mirrored ones included. */
export function findSqliteVersions(copy: string, versions: ReadonlyMap<string, string>): string[] {
  using database = new DatabaseSync(copy, { readOnly: true });
  const find = database.prepare(
    `select 1 from versions join primes on primes.id = versions.prime_id
     where primes.name = ? and versions.identity = ? and versions.sha256 = ?`,
  );
  return [...versions].flatMap(([key, sha256]) => {
    const [name = '', identity = ''] = key.split(' ');
    return find.get(name, identity, sha256) === undefined ? [] : [key];
  });
}

/** Those of some versions that a copy has with these bytes, or knows as removed or lost with these. */
export function findKnownSqliteVersions(copy: string, versions: ReadonlyMap<string, string>): Set<string> {
  const known = new Set(findSqliteVersions(copy, versions));
  using database = new DatabaseSync(copy, { readOnly: true });
  for (const table of ['removed_versions', 'lost_versions']) {
    if (!hasTable(database, table)) continue;
    const find = database.prepare(`select 1 from ${table} where name = ? and identity = ? and sha256 = ?`);
    for (const [key, sha256] of versions) {
      const [name = '', identity = ''] = key.split(' ');
      if (find.get(name, identity, sha256) !== undefined) known.add(key);
    }
  }
  return known;
}
