// The publishes of one transaction. Each has its own outcome: what goes wrong with the tarball of one is no other's failure.
import { isPrerelease, precedenceKey, RegistryError } from '@prime-registry/protocol';
import { type Insertable, sql, type Transaction } from 'kysely';
import type { PreparedInventory } from './atoms/prepare-inventory.ts';
import { createInventoryWriter } from './atoms/write-inventory.ts';
import { createAuditRecorder } from './audit-log.ts';
import type { AuditEntry } from './audit-store.ts';
import { createStandingFinder } from './mirrored.ts';
import { prepareQuery } from './prepared-query.ts';
import type { NewVersion, ScopeUsage } from './registry-store.ts';
import type { Schema } from './schema.ts';
import type { ScopeUsageQueries } from './scope-usage.ts';

/** A version to insert. */
export interface VersionInsert {
  readonly version: NewVersion;
  /** What was read of its atoms, if they could be read. */
  readonly inventory: PreparedInventory | undefined;
  /** Puts its tarball in place. */
  readonly beforeCommit: () => Promise<void>;
  /** Throws when its scope would hold too much with it. */
  readonly checkUsage?: ((usage: ScopeUsage) => void) | undefined;
}

/** What became of some inserts. */
export interface InsertedVersions {
  /** Of each insert, in order: whether the version is new, or why it is refused or its tarball not in place. */
  readonly outcomes: readonly PromiseSettledResult<boolean>[];
  /** The Primes that have a new version. */
  readonly primeIds: ReadonlySet<number>;
}

/**
 * Makes a function that inserts those versions that are new and puts their tarballs in place, all at once. An insert whose
 * tarball cannot be put in place never was: a later one of the same version takes its turn. When the transaction is undone and
 * the same inserts are made again, tarballs that are in place stay there, and what has failed has failed.
 */
export function createVersionInserter(scopeUsage: ScopeUsageQueries) {
  const insertOne = createRowInserter(scopeUsage);
  const findStanding = createStandingFinder();
  const findRefusal = createRefusalFinder(scopeUsage);
  const inPlace = new WeakSet<VersionInsert>();
  const failures = new WeakMap<VersionInsert, { readonly reason: unknown }>();

  return async (
    transaction: Transaction<Schema>,
    inserts: readonly VersionInsert[],
  ): Promise<InsertedVersions> => {
    await sql`savepoint before_inserts`.execute(transaction);
    for (;;) {
      const inserted = new Map<VersionInsert, number>();
      for (const insert of inserts) {
        if (failures.has(insert)) continue;
        const { full: name, scope } = insert.version.name;
        const [standing] = await findStanding(transaction, { name, scope });
        const refusal = findOtherOwner(insert, standing) ?? (await findRefusal(transaction, insert));
        // For good: room that another's failure makes is for later publishes, as tarballs are in place already.
        if (refusal !== undefined) failures.set(insert, refusal);
        const known = standing?.primeId ?? undefined;
        const primeId = refusal === undefined ? await insertOne(transaction, insert, known) : undefined;
        if (primeId !== undefined) inserted.set(insert, primeId);
      }
      const toPlace = [...inserted.keys()].filter((insert) => !inPlace.has(insert));
      const placing = await Promise.allSettled(toPlace.map(async ({ beforeCommit }) => beforeCommit()));
      for (const [index, insert] of toPlace.entries()) {
        const outcome = placing[index];
        if (outcome?.status === 'rejected') failures.set(insert, { reason: outcome.reason });
        else inPlace.add(insert);
      }
      if (toPlace.every((insert) => inPlace.has(insert))) {
        const outcomes = inserts.map((insert): PromiseSettledResult<boolean> => {
          const failure = failures.get(insert);
          return failure === undefined
            ? { status: 'fulfilled', value: inserted.has(insert) }
            : { status: 'rejected', reason: failure.reason };
        });
        return { outcomes, primeIds: new Set(inserted.values()) };
      }
      // Again without those that failed, under the same lock: whoever is in place already is sure to be inserted again.
      await sql`rollback to before_inserts`.execute(transaction);
    }
  };
}

/** Makes a function that finds out whether there is no room for a version. One that was already published is no matter of room. */
function createRefusalFinder(scopeUsage: ScopeUsageQueries) {
  const findVersion = prepareQuery((db, { name, identity }: { name: string; identity: string }) =>
    db
      .selectFrom('versions')
      .where('prime_id', '=', (query) => query.selectFrom('primes').where('name', '=', name).select('id'))
      .where('identity', '=', identity)
      .select('id'),
  );

  return async (
    transaction: Transaction<Schema>,
    { version: { name, version, sizeBytes }, checkUsage }: VersionInsert,
  ): Promise<Refusal | undefined> => {
    if (checkUsage === undefined) return undefined;
    const usage = await scopeUsage.find(transaction, name.scope);
    try {
      checkUsage({ versions: usage.versions + 1, sizeBytes: usage.sizeBytes + sizeBytes });
      return undefined;
    } catch (reason) {
      const [published] = await findVersion(transaction, { name: name.full, identity: version.identity });
      return published === undefined ? { reason } : undefined;
    }
  };
}

interface Refusal {
  readonly reason: unknown;
}

/** Why a version may not join those that there are of its Prime, whose names must have one owner. */
function findOtherOwner(
  { version: { name, origin } }: VersionInsert,
  standing: { readonly localScope: string | null; readonly origin: string | null } | undefined,
): Refusal | undefined {
  const { full, scope } = name;
  if (origin !== undefined && standing?.localScope != null)
    return belongsElsewhere(`${scope} belongs to this registry: nothing of it is taken from ${origin}.`);
  const other = standing?.origin ?? origin;
  if (other === origin) return undefined;
  return belongsElsewhere(
    `${full} came from ${other}, where its versions are published; publish under a name of your own.`,
  );
}

function belongsElsewhere(detail: string): Refusal {
  return { reason: new RegistryError('name_of_another_registry', { detail }) };
}

/** Makes a function that inserts a version and answers with the id of its Prime; undefined when it was there already. */
function createRowInserter(scopeUsage: ScopeUsageQueries) {
  const insertPrime = prepareQuery((db, row: Insertable<Schema['primes']>) =>
    db.insertInto('primes').values(row).returning('id'),
  );
  const insertVersion = prepareQuery((db, row: Insertable<Schema['versions']>) =>
    db
      .insertInto('versions')
      .values(row)
      .onConflict((conflict) => conflict.columns(['prime_id', 'identity']).doNothing())
      .returning(['id', 'prime_id']),
  );
  const writeInventory = createInventoryWriter();
  const record = createAuditRecorder();

  return async (
    transaction: Transaction<Schema>,
    { version, inventory }: VersionInsert,
    primeId: number | undefined,
  ): Promise<number | undefined> => {
    const name = version.name.full;
    const [prime] =
      primeId === undefined
        ? await insertPrime(transaction, { name, created_at_ms: version.publishedAtMs })
        : [{ id: primeId }];
    if (prime === undefined) throw new Error('an insert answers with what it inserted');
    const [row] = await insertVersion(transaction, toRow(prime.id, version));
    if (row !== undefined) {
      if (version.origin === undefined) await scopeUsage.add(transaction, version);
      if (inventory !== undefined) await writeInventory(transaction, row.id, inventory);
      await record(transaction, toAuditEntry(version));
    }
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
    scope: version.name.scope,
    origin: version.origin ?? null,
  };
}

function toAuditEntry({ act, name, version, sha256, sizeBytes }: NewVersion): AuditEntry {
  const details = { sha256, size_bytes: sizeBytes };
  return { ...act, name: name.full, version: version.full, details };
}
