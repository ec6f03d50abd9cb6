// The rows of new versions, and of Primes that have none yet.
import { isPrerelease, precedenceKey } from '@prime-registry/protocol';
import type { Insertable, Transaction } from 'kysely';
import { createStandingFinder } from './mirrored.ts';
import { trackOwners } from './name-owners.ts';
import { prepareQuery } from './prepared-query.ts';
import type { NewVersion } from './registry-store.ts';
import type { Schema } from './schema.ts';
import type { InsertedVersion, Refusal, VersionInsert } from './version-insert.ts';

/** What became of the rows of some inserts; those that are in neither were published already. */
export interface InsertedRows {
  readonly inserted: readonly InsertedVersion[];
  /** Those whose name belongs to another registry. */
  readonly refused: ReadonlyMap<VersionInsert, Refusal>;
}

/** Makes a function that inserts the rows of those versions that are new and may have their names. */
export function createRowInserter() {
  const findStanding = createStandingFinder();
  const insertPrime = prepareQuery((db, row: Insertable<Schema['primes']>) =>
    db.insertInto('primes').values(row).returning('id'),
  );
  const insertVersion = prepareQuery((db, row: Insertable<Schema['versions']>) =>
    db
      .insertInto('versions')
      .values(row)
      .onConflict((conflict) => conflict.columns(['prime_id', 'identity']).doNothing())
      .returning('id'),
  );

  return async (
    transaction: Transaction<Schema>,
    inserts: readonly VersionInsert[],
  ): Promise<InsertedRows> => {
    const names = [...new Map(inserts.map(({ version: { name } }) => [name.full, name])).values()];
    const standings = await findStanding.each(
      transaction,
      names.map(({ full: name, scope }) => ({ name, scope })),
    );
    const known = new Map(names.map(({ full }, index) => [full, standings[index]?.[0]]));
    const owners = trackOwners(known);
    const refused = new Map<VersionInsert, Refusal>();
    for (const insert of inserts) {
      const refusal = owners.claim(insert.version);
      if (refusal !== undefined) refused.set(insert, refusal);
    }
    const admitted = inserts.filter((insert) => !refused.has(insert));
    const primeIds = new Map([...known].map(([name, standing]) => [name, standing?.primeId ?? undefined]));
    // The first version of a Prime says since when it is there.
    const firsts = new Map<string, NewVersion>();
    for (const { version } of admitted) {
      const { full } = version.name;
      if (primeIds.get(full) === undefined && !firsts.has(full)) firsts.set(full, version);
    }
    const primes = await insertPrime.each(
      transaction,
      [...firsts].map(([name, { publishedAtMs }]) => ({ name, created_at_ms: publishedAtMs })),
    );
    for (const [index, name] of [...firsts.keys()].entries()) primeIds.set(name, primes[index]?.[0]?.id);
    const placed = admitted.map((insert) => ({ insert, primeId: getPrimeId(primeIds, insert) }));
    const rows = await insertVersion.each(
      transaction,
      placed.map(({ insert, primeId }) => toRow(primeId, insert.version)),
    );
    const inserted = placed.flatMap(({ insert, primeId }, index) =>
      (rows[index] ?? []).map(({ id }) => ({ insert, id, primeId })),
    );
    return { inserted, refused };
  };
}

function getPrimeId(
  primeIds: ReadonlyMap<string, number | undefined>,
  { version: { name } }: VersionInsert,
): number {
  const id = primeIds.get(name.full);
  if (id === undefined) throw new Error('an insert answers with what it inserted');
  return id;
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
