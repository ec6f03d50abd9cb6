// Versions: what is published, in which order, and what was yanked.
import { isPrerelease, precedenceKey, type Version } from '@prime-registry/protocol';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { NewVersion, VersionRecord, VersionStore } from './registry-store.ts';
import type { Schema } from './schema.ts';
import type { SqlStoreDeps } from './sql-store.ts';

export function createVersionStore({ transact, reader, searchIndex }: SqlStoreDeps): VersionStore {
  /** Search shows the latest version of a Prime, so every publish and yank may change what it shows. */
  async function refreshSearchEntry(transaction: Transaction<Schema>, primeId: number): Promise<void> {
    const latest = await findLatest(transaction, primeId);
    if (latest === undefined) return searchIndex.removeEntry(transaction, primeId);
    const words = [...parseList(latest.namespaces), ...parseList(latest.tags)];
    return searchIndex.replaceEntry(transaction, { ...latest, primeId, words });
  }

  return {
    async insertVersion(version, beforeCommit) {
      return transact(async (transaction) => {
        const primeId = await ensurePrime(transaction, version);
        const inserted = await insertRow(transaction, primeId, version);
        if (!inserted) return false;
        await refreshSearchEntry(transaction, primeId);
        await beforeCommit();
        return true;
      });
    },

    async listVersions(name) {
      const rows = await reader
        .selectFrom('versions')
        .innerJoin('primes', 'primes.id', 'versions.prime_id')
        .where('primes.name', '=', name)
        .select(['versions.version', 'published_at_ms', 'yanked_at_ms'])
        .orderBy('precedence')
        .execute();
      return rows.map((row) => ({
        version: row.version,
        publishedAtMs: row.published_at_ms,
        yanked: row.yanked_at_ms !== null,
      }));
    },

    async findVersion(name, version) {
      return findRecord(reader, name, version);
    },

    async hasPrime(name) {
      const row = await reader.selectFrom('primes').where('name', '=', name).select('id').executeTakeFirst();
      return row !== undefined;
    },

    async findSourceManifest(name, version) {
      const row = await reader
        .selectFrom('versions')
        .innerJoin('primes', 'primes.id', 'versions.prime_id')
        .where('primes.name', '=', name)
        .where('identity', '=', version.identity)
        .select('source_manifest')
        .executeTakeFirst();
      return row?.source_manifest;
    },

    async yankVersion({ name, version, yankedAtMs, yankedBy, reason }) {
      return transact(async (transaction) => {
        const row = await transaction
          .updateTable('versions')
          .set({ yanked_at_ms: yankedAtMs, yanked_by: yankedBy, yank_reason: reason ?? null })
          .where('prime_id', '=', (query) => query.selectFrom('primes').where('name', '=', name).select('id'))
          .where('identity', '=', version.identity)
          .where('yanked_at_ms', 'is', null)
          .returning('prime_id')
          .executeTakeFirst();
        if (row !== undefined) await refreshSearchEntry(transaction, row.prime_id);
        return findRecord(transaction, name, version);
      });
    },
  };
}

async function ensurePrime(
  transaction: Transaction<Schema>,
  { name, publishedAtMs }: NewVersion,
): Promise<number> {
  await transaction
    .insertInto('primes')
    .values({ name: name.full, created_at_ms: publishedAtMs })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { id } = await transaction
    .selectFrom('primes')
    .where('name', '=', name.full)
    .select('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function insertRow(
  transaction: Transaction<Schema>,
  primeId: number,
  version: NewVersion,
): Promise<boolean> {
  const row = await transaction
    .insertInto('versions')
    .values({
      prime_id: primeId,
      version: version.version.full,
      identity: version.version.identity,
      precedence: precedenceKey(version.version),
      is_prerelease: isPrerelease(version.version) ? 1 : 0,
      published_at_ms: version.publishedAtMs,
      published_by: version.publishedBy,
      sha256: version.sha256,
      size_bytes: version.sizeBytes,
      description: version.description,
      license: version.license,
      prime_version: version.primeVersion,
      atoms: version.atoms,
      namespaces: JSON.stringify(version.namespaces),
      tags: JSON.stringify(version.tags),
      source_manifest: version.sourceManifest,
      readme: version.readme ?? null,
    })
    .onConflict((conflict) => conflict.columns(['prime_id', 'identity']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** `latest`, as protocol's selectLatest has it, asked of the index. */
async function findLatest(transaction: Transaction<Schema>, primeId: number) {
  return transaction
    .selectFrom('versions')
    .innerJoin('primes', 'primes.id', 'versions.prime_id')
    .where('prime_id', '=', primeId)
    .where('yanked_at_ms', 'is', null)
    .select(['primes.name', 'versions.version', 'description', 'namespaces', 'tags'])
    .orderBy('is_prerelease')
    .orderBy('precedence', 'desc')
    .executeTakeFirst();
}

async function findRecord(
  db: Kysely<Schema>,
  name: string,
  version: Version,
): Promise<VersionRecord | undefined> {
  const row = await db
    .selectFrom('versions')
    .innerJoin('primes', 'primes.id', 'versions.prime_id')
    .where('primes.name', '=', name)
    .where('identity', '=', version.identity)
    .select(RECORD_COLUMNS)
    .executeTakeFirst();
  return row && toRecord(name, row);
}

const RECORD_COLUMNS = [
  'versions.version',
  'published_at_ms',
  'sha256',
  'size_bytes',
  'description',
  'license',
  'prime_version',
  'atoms',
  'namespaces',
  'yanked_at_ms',
  'yank_reason',
] as const;

type RecordRow = Pick<
  Selectable<Schema['versions']>,
  'version' | Exclude<(typeof RECORD_COLUMNS)[number], 'versions.version'>
>;

function toRecord(name: string, row: RecordRow): VersionRecord {
  return {
    name,
    version: row.version,
    publishedAtMs: row.published_at_ms,
    sha256: row.sha256,
    sizeBytes: row.size_bytes,
    description: row.description,
    license: row.license,
    primeVersion: row.prime_version,
    atoms: row.atoms,
    namespaces: parseList(row.namespaces),
    yankedAtMs: row.yanked_at_ms ?? undefined,
    yankReason: row.yank_reason ?? undefined,
  };
}

function parseList(json: string): string[] {
  return JSON.parse(json) as string[];
}
