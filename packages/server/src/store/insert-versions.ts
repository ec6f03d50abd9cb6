// The publishes of one transaction. Each has its own outcome: what goes wrong with the tarball of one is no other's failure.
import { isPrerelease, precedenceKey } from '@prime-registry/protocol';
import { type Insertable, sql, type Transaction } from 'kysely';
import { createAuditRecorder } from './audit-log.ts';
import type { AuditEntry } from './audit-store.ts';
import { prepareQuery } from './prepared-query.ts';
import type { NewVersion } from './registry-store.ts';
import type { Schema } from './schema.ts';

/** A version to insert. */
export interface VersionInsert {
  readonly version: NewVersion;
  /** Puts its tarball in place. */
  readonly beforeCommit: () => Promise<void>;
}

/** What became of some inserts. */
export interface InsertedVersions {
  /** Of each insert, in order: whether the version is new, or why its tarball is not in place. */
  readonly outcomes: readonly PromiseSettledResult<boolean>[];
  /** The Primes that have a new version. */
  readonly primeIds: ReadonlySet<number>;
}

/**
 * Makes a function that inserts those versions that are new and puts their tarballs in place, all at once. An insert whose
 * tarball cannot be put in place never was: a later one of the same version takes its turn.
 */
export function createVersionInserter() {
  const insertOne = createRowInserter();

  return async (
    transaction: Transaction<Schema>,
    inserts: readonly VersionInsert[],
  ): Promise<InsertedVersions> => {
    const inPlace = new Set<VersionInsert>();
    const failures = new Map<VersionInsert, unknown>();
    const outcomeOf = (insert: VersionInsert): PromiseSettledResult<boolean> =>
      failures.has(insert)
        ? { status: 'rejected', reason: failures.get(insert) }
        : { status: 'fulfilled', value: inPlace.has(insert) };

    await sql`savepoint before_inserts`.execute(transaction);
    for (;;) {
      const inserted = new Map<VersionInsert, number>();
      for (const insert of inserts) {
        const primeId = failures.has(insert) ? undefined : await insertOne(transaction, insert.version);
        if (primeId !== undefined) inserted.set(insert, primeId);
      }
      const toPlace = [...inserted.keys()].filter((insert) => !inPlace.has(insert));
      const placing = await Promise.allSettled(toPlace.map(async ({ beforeCommit }) => beforeCommit()));
      for (const [index, insert] of toPlace.entries()) {
        const outcome = placing[index];
        if (outcome?.status === 'rejected') failures.set(insert, outcome.reason);
        else inPlace.add(insert);
      }
      if (toPlace.every((insert) => inPlace.has(insert))) {
        return { outcomes: inserts.map(outcomeOf), primeIds: new Set(inserted.values()) };
      }
      // Again without those that failed, under the same lock: whoever is in place already is sure to be inserted again.
      await sql`rollback to before_inserts`.execute(transaction);
    }
  };
}

/** Makes a function that inserts a version and answers with the id of its Prime; undefined when it was there already. */
function createRowInserter() {
  const findPrime = prepareQuery((db, { name }: { name: string }) =>
    db.selectFrom('primes').where('name', '=', name).select('id'),
  );
  const insertPrime = prepareQuery((db, row: Insertable<Schema['primes']>) =>
    db.insertInto('primes').values(row).returning('id'),
  );
  const insertVersion = prepareQuery((db, row: Insertable<Schema['versions']>) =>
    db
      .insertInto('versions')
      .values(row)
      .onConflict((conflict) => conflict.columns(['prime_id', 'identity']).doNothing())
      .returning('prime_id'),
  );

  const record = createAuditRecorder();

  return async (transaction: Transaction<Schema>, version: NewVersion): Promise<number | undefined> => {
    const name = version.name.full;
    const known = await findPrime(transaction, { name });
    const [prime] =
      known.length > 0
        ? known
        : await insertPrime(transaction, { name, created_at_ms: version.publishedAtMs });
    if (prime === undefined) throw new Error('an insert answers with what it inserted');
    const [row] = await insertVersion(transaction, toRow(prime.id, version));
    if (row !== undefined) await record(transaction, toAuditEntry(version));
    return row?.prime_id;
  };
}

function toRow(primeId: number, version: NewVersion): Insertable<Schema['versions']> {
  return {
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
    yanked_at_ms: version.yank?.atMs ?? null,
    yanked_by: version.yank?.by ?? null,
    yank_reason: version.yank?.reason ?? null,
  };
}

function toAuditEntry({ act, name, version, sha256, sizeBytes }: NewVersion): AuditEntry {
  const details = { sha256, size_bytes: sizeBytes };
  return { ...act, name: name.full, version: version.full, details };
}
