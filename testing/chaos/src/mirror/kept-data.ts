// What a mirror keeps, read from its data folder without the registry.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A number of versions, and the bytes of them and of version lists. */
interface Amount {
  readonly versions: number;
  readonly sizeBytes: number;
}

/** What the database says. */
export interface KeptData {
  /** The mirrored versions themselves. */
  readonly mirrored: Amount;
  /** The counters of mirrored versions. */
  readonly counted: Amount;
  /** The digests of all versions, with their sizes. */
  readonly tarballs: ReadonlyMap<string, number>;
  /** Mirrored versions whose digest the registry would not know after their eviction. */
  readonly unseen: number;
}

// The atoms of the campaign cannot be read, so that versions share no contents.
const MIRRORED = `select
  (select count(*) from versions where origin is not null) as versions,
  (select coalesce(sum(size_bytes + octet_length(source_manifest) + coalesce(octet_length(readme), 0)
    + octet_length(description) + octet_length(namespaces) + octet_length(tags) + coalesce(octet_length(requires), 0)), 0)
    from versions where origin is not null)
  + (select coalesce(sum(octet_length(contents) + octet_length(kinds) + octet_length(problems)
    + coalesce(octet_length(assessment), 0)), 0)
    from inventories where version_id in (select id from versions where origin is not null))
  + (select coalesce(sum(octet_length(name) + coalesce(octet_length(etag), 0) + octet_length(body)), 0)
    from mirrored_lists) as sizeBytes`;
const COUNTED = `select coalesce(sum(versions), 0) as versions, coalesce(sum(size_bytes), 0) as sizeBytes
  from mirror_usage`;

const UNSEEN = `select count(*) as unseen from versions join primes on primes.id = prime_id
  left join seen_versions as seen on seen.name = primes.name and seen.identity = versions.identity
  where versions.origin is not null and seen.sha256 is not versions.sha256`;

/** Reads the database. A registry may be running on it. */
export function readKept(folder: string): KeptData {
  using database = open(folder);
  const { unseen } = database.prepare(UNSEEN).get() ?? {};
  const tarballs = database.prepare('select sha256, size_bytes as size from versions').all();
  return {
    mirrored: readAmount(database, MIRRORED),
    counted: readAmount(database, COUNTED),
    tarballs: new Map(tarballs.map(({ sha256, size }) => [String(sha256), Number(size)])),
    unseen: Number(unseen),
  };
}

/** The number of mirrored versions. */
export function countMirrored(folder: string): number {
  using database = open(folder);
  return readAmount(database, MIRRORED).versions;
}

function open(folder: string): DatabaseSync {
  return new DatabaseSync(join(folder, 'registry.sqlite'), { readOnly: true, timeout: 5000 });
}

function readAmount(database: DatabaseSync, query: string): Amount {
  const { versions, sizeBytes } = database.prepare(query).get() ?? {};
  return { versions: Number(versions), sizeBytes: Number(sizeBytes) };
}

/** The files of a folder of the data folder, with their sizes. */
export function listFiles(folder: string, place: 'blobs/sha256' | 'uploads'): Map<string, number> {
  const root = join(folder, place);
  if (!existsSync(root)) return new Map();
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(entries.map(({ name, parentPath }) => [name, statSync(join(parentPath, name)).size]));
}
