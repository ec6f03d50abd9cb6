// Inserts the rows of new versions, and of Primes that have none yet.
import type { Insertable } from 'kysely';
import type { NewVersion } from '../../contracts/version-store.ts';
import { assertNotHalted } from '../../log/log-state.ts';
import { findChanged } from '../../mirrored/seen-versions.ts';
import { findUnsigned } from '../../signatures/find-unsigned.ts';
import { primeIdOf } from '../../sql/named-versions.ts';
import { prepareQuery } from '../../sql/prepared-query.ts';
import type { Schema, Transaction } from '../../sql/schema.ts';
import { together } from '../../sql/together.ts';
import { findOtherOwners, type NameStanding } from './name-owners.ts';
import { findStanding } from './name-standing.ts';
import { findRemoved, removeTombstones } from './removed-numbers.ts';
import { findLost, noteReturns } from './returning-versions.ts';
import { toVersionColumns, type VersionColumns } from './version-columns.ts';
import type { InsertedVersion, Refusal, VersionInsert } from './version-insert.ts';

/** The outcome of some inserts; those that are in neither collection are already published. */
export interface InsertedRows {
  readonly inserted: readonly InsertedVersion[];
  /**
   * Those whose name belongs to another registry or has moved, whose version was removed, or whose atoms were, without a
   * signature that their scope requires, and
   * lost versions and those of upstreams with other bytes than before.
   */
  readonly refused: ReadonlyMap<VersionInsert, Refusal>;
}

const insertPrime = prepareQuery((db, row: Insertable<Schema['primes']>) =>
  db.insertInto('primes').values(row),
);
// By the name of the Prime, which may be inserted in the same round trip.
const insertVersion = prepareQuery((db, { name, ...row }: VersionColumns & { readonly name: string }) =>
  db
    .insertInto('versions')
    .values({ ...row, prime_id: primeIdOf(db, name) })
    .onConflict((conflict) => conflict.columns(['prime_id', 'identity']).doNothing())
    .returning(['id', 'prime_id as primeId']),
);

async function findStandings(
  transaction: Transaction,
  inserts: readonly VersionInsert[],
): Promise<Map<string, NameStanding | undefined>> {
  const scopes = new Map(inserts.map(({ version: { name } }) => [name.full, name.scope]));
  const asked = [...scopes].map(([name, scope]) => ({ name, scope }));
  const standings = await findStanding.each(transaction, asked);
  return new Map(asked.map(({ name }, index) => [name, standings[index]?.[0]]));
}

async function insertPrimes(transaction: Transaction, versions: readonly NewVersion[]): Promise<void> {
  const rows = new Map<string, Insertable<Schema['primes']>>();
  // A Prime is created with its first version.
  for (const { name, publishedAtMs } of versions)
    if (!rows.has(name.full)) rows.set(name.full, { name: name.full, created_at_ms: publishedAtMs });
  await insertPrime.each(transaction, [...rows.values()]);
}

/** Inserts the rows of the versions that are new and may use their names. */
export async function insertRows(
  transaction: Transaction,
  inserts: readonly VersionInsert[],
): Promise<InsertedRows> {
  const standings = await findStandings(transaction, inserts);
  for (const standing of standings.values()) assertNotHalted({ halted: standing?.logHalted ?? undefined });
  const removed = await findRemoved(transaction, inserts, standings);
  const lost = await findLost(transaction, inserts, standings);
  const changed = await findChanged(transaction, inserts);
  const unsigned = await findUnsigned(transaction, inserts, standings);
  const isRefused = (insert: VersionInsert): boolean =>
    [unsigned, changed, lost.refused, removed].some((refusals) => refusals.has(insert));
  const refused = new Map([
    ...unsigned,
    ...changed,
    ...findOtherOwners(inserts, standings, isRefused),
    ...lost.refused,
    ...removed,
  ]);
  const admitted = inserts.filter((insert) => !refused.has(insert));
  await removeTombstones(transaction, admitted);
  const isUnknown = ({ version: { name } }: VersionInsert) => standings.get(name.full)?.primeId == null;
  const unknown = admitted.filter(isUnknown).map(({ version }) => version);
  const [, rows] = await together(
    transaction,
    () => insertPrimes(transaction, unknown),
    () =>
      insertVersion.each(
        transaction,
        admitted.map((insert) => {
          const { yank } = lost.returning.get(insert) ?? insert.version;
          return { name: insert.version.name.full, ...toVersionColumns({ ...insert.version, yank }) };
        }),
      ),
  );
  const inserted = admitted.flatMap((insert, index) =>
    (rows[index] ?? []).map(({ id, primeId }) => {
      return { insert, id, primeId, entryIndex: lost.returning.get(insert)?.entryIndex };
    }),
  );
  await noteReturns(transaction, inserted);
  return { inserted, refused };
}
