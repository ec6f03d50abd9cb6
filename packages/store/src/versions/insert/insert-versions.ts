// Inserts the publishes of one transaction; each step takes one round trip for all of them. Each publish has
// its own outcome: the failure of one does not affect the others.
import { sql } from 'kysely';
import { setPublishedChannels } from '../../lifecycle/set-channels.ts';
import { prepareQuery } from '../../sql/prepared-query.ts';
import type { Transaction } from '../../sql/schema.ts';
import { together } from '../../sql/together.ts';
import { findOverQuota } from '../scope-usage.ts';
import { type InsertedRows, insertRows } from './insert-rows.ts';
import { recordVersions } from './record-versions.ts';
import { findWithoutToken } from './valid-holders.ts';
import type { InsertedVersion, Refusal, VersionInsert } from './version-insert.ts';

/** The outcome of some inserts; those that are in neither collection are already published. */
interface InsertedVersions {
  readonly inserted: readonly InsertedVersion[];
  /** Those that were refused, or whose tarball could not be moved. */
  readonly refused: ReadonlyMap<VersionInsert, Refusal>;
}

/** Inserts versions, and checks whether one could be inserted. */
export interface VersionInserter {
  /**
   * Inserts the versions that are new and moves their tarballs into place concurrently. An insert that exceeds
   * the quota, or whose tarball cannot be moved, has no effect: a later one of the same version takes its turn.
   * If the transaction is rolled back and the same inserts run again, tarballs stay in place, and failures
   * remain.
   * @param lock - takes the locks that inserts need, with the first statements
   */
  insertAll(
    transaction: Transaction,
    inserts: readonly VersionInsert[],
    lock: () => Promise<void>,
  ): Promise<InsertedVersions>;
  /**
   * Runs everything that can refuse a version, with the statements of an insert. The caller rolls the
   * transaction back.
   * @returns whether the version is new; throws if it is refused
   */
  tryOne(transaction: Transaction, insert: VersionInsert): Promise<boolean>;
}

export function createVersionInserter(): VersionInserter {
  const save = prepareQuery(() => sql`savepoint before_inserts`);
  const goBack = prepareQuery(() => sql`rollback to before_inserts`);
  const inPlace = new WeakSet<VersionInsert>();
  const failures = new WeakMap<VersionInsert, Refusal>();

  /** Moves tarballs into place that are not there yet. @returns whether all are in place */
  async function placeTarballs(inserted: readonly InsertedVersion[]): Promise<boolean> {
    const toPlace = inserted.map(({ insert }) => insert).filter((insert) => !inPlace.has(insert));
    const placing = await Promise.allSettled(toPlace.map(async ({ beforeCommit }) => beforeCommit()));
    for (const [index, insert] of toPlace.entries()) {
      const outcome = placing[index];
      if (outcome?.status === 'rejected') failures.set(insert, { reason: outcome.reason });
      else inPlace.add(insert);
    }
    return toPlace.every((insert) => inPlace.has(insert));
  }

  /** Everything that can refuse an insert. @returns the rows, and what is refused although it has one */
  async function insertRefusable(
    transaction: Transaction,
    inserts: readonly VersionInsert[],
  ): Promise<{
    rows: InsertedRows;
    /** Those without a valid token, or without their channel. */
    refused: ReadonlyMap<VersionInsert, Refusal>;
    withoutRoom: ReadonlyMap<VersionInsert, Refusal>;
  }> {
    const [withoutToken, rows] = await together(
      transaction,
      () => findWithoutToken(transaction, inserts),
      () => insertRows(transaction, inserts),
    );
    const withoutChannel = await setPublishedChannels(transaction, rows.inserted);
    const refused = new Map([...withoutChannel, ...withoutToken]);
    // What is refused takes no room of the others.
    const taken = rows.inserted.filter(({ insert }) => !refused.has(insert));
    const withoutRoom = await findOverQuota(transaction, taken);
    return { rows, refused, withoutRoom };
  }

  /**
   * @param noRoom - gets those that exceed the quota if all the others are inserted
   * @returns undefined if some failed, and the others must be inserted without them
   */
  async function insertTogether(
    transaction: Transaction,
    inserts: readonly VersionInsert[],
    noRoom: Map<VersionInsert, Refusal>,
  ): Promise<InsertedRows | undefined> {
    const { rows, refused, withoutRoom } = await insertRefusable(transaction, inserts);
    const { inserted } = rows;
    for (const [insert, refusal] of refused) failures.set(insert, refusal);
    for (const [insert, refusal] of withoutRoom) noRoom.set(insert, refusal);
    if (refused.size + withoutRoom.size > 0) return undefined;
    // The disk works while the rows are written.
    const placing = placeTarballs(inserted);
    try {
      await recordVersions(transaction, inserted);
    } finally {
      await placing;
    }
    return (await placing) ? rows : undefined;
  }

  async function insertAll(
    transaction: Transaction,
    inserts: readonly VersionInsert[],
    lock: () => Promise<void>,
  ): Promise<InsertedVersions> {
    const noRoom = new Map<VersionInsert, Refusal>();
    const countFailures = (): number => inserts.filter((one) => failures.has(one)).length;
    const insert = async (): Promise<InsertedRows | undefined> => {
      const failedBefore = countFailures();
      const left = inserts.filter((one) => !failures.has(one) && !noRoom.has(one));
      const rows = await insertTogether(transaction, left, noRoom);
      // One that failed leaves its room to those that had none beside it.
      if (countFailures() > failedBefore) noRoom.clear();
      return rows;
    };
    for (let isFirst = true; ; isFirst = false) {
      const [, , rows] = isFirst
        ? await together(transaction, lock, () => save(transaction, {}), insert)
        : [undefined, undefined, await insert()];
      if (rows !== undefined) {
        const failed = inserts.flatMap((insert) => {
          const failure = failures.get(insert) ?? noRoom.get(insert);
          return failure === undefined ? [] : [[insert, failure] as const];
        });
        return { inserted: rows.inserted, refused: new Map([...rows.refused, ...failed]) };
      }
      // Again without the failed inserts, under the same lock: a version whose tarball is in place is
      // inserted again.
      await goBack(transaction, {});
    }
  }

  return {
    insertAll,
    async tryOne(transaction, insert) {
      const { rows, refused, withoutRoom } = await insertRefusable(transaction, [insert]);
      const refusal = refused.get(insert) ?? withoutRoom.get(insert) ?? rows.refused.get(insert);
      if (refusal !== undefined) throw refusal.reason;
      return rows.inserted.length > 0;
    },
  };
}
