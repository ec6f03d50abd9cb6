// The publishes of one transaction, each step of all of them in one round trip. Each has its own outcome: what goes wrong with
// one is no other's failure.
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../sql/schema.ts';
import { createRowInserter, type InsertedRows } from './insert-rows.ts';
import { createVersionRecorder } from './record-versions.ts';
import type { ScopeUsageQueries } from './scope-usage.ts';
import type { InsertedVersion, Refusal, VersionInsert } from './version-insert.ts';

/** What became of some inserts. */
export interface InsertedVersions {
  /** Of each insert, in order: whether the version is new, or why it is refused or its tarball not in place. */
  readonly outcomes: readonly PromiseSettledResult<boolean>[];
  /** The Primes that have a new version. */
  readonly primeIds: ReadonlySet<number>;
}

/**
 * Makes a function that inserts those versions that are new and puts their tarballs in place, all at once. An insert for which
 * there is no room, or whose tarball cannot be put in place, never was: a later one of the same version takes its turn. When the
 * transaction is undone and the same inserts are made again, tarballs that are in place stay there, and what has failed has failed.
 */
export function createVersionInserter(scopeUsage: ScopeUsageQueries) {
  const insertRows = createRowInserter();
  const record = createVersionRecorder(scopeUsage);
  const inPlace = new WeakSet<VersionInsert>();
  const failures = new WeakMap<VersionInsert, Refusal>();

  /** Puts tarballs in place where they are not yet. @returns whether all are */
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

  /** @returns undefined when some have failed, and the others are to be inserted without them */
  async function insertAll(
    transaction: Transaction<Schema>,
    inserts: readonly VersionInsert[],
  ): Promise<InsertedRows | undefined> {
    const rows = await insertRows(transaction, inserts);
    const { inserted } = rows;
    const withoutRoom = await scopeUsage.findRefusals(transaction, inserted);
    for (const [insert, refusal] of withoutRoom) failures.set(insert, refusal);
    if (withoutRoom.size > 0) return undefined;
    // The disk has time to work meanwhile.
    const placing = placeTarballs(inserted);
    try {
      await record(transaction, inserted);
    } finally {
      await placing;
    }
    return (await placing) ? rows : undefined;
  }

  return async (
    transaction: Transaction<Schema>,
    inserts: readonly VersionInsert[],
  ): Promise<InsertedVersions> => {
    await sql`savepoint before_inserts`.execute(transaction);
    for (;;) {
      const rows = await insertAll(
        transaction,
        inserts.filter((insert) => !failures.has(insert)),
      );
      if (rows !== undefined) {
        const { inserted, refused } = rows;
        const isNew = new Set(inserted.map(({ insert }) => insert));
        const outcomes = inserts.map((insert): PromiseSettledResult<boolean> => {
          const refusal = failures.get(insert) ?? refused.get(insert);
          if (refusal !== undefined) return { status: 'rejected', reason: refusal.reason };
          return { status: 'fulfilled', value: isNew.has(insert) };
        });
        return { outcomes, primeIds: new Set(inserted.map(({ primeId }) => primeId)) };
      }
      // Again without those that failed, under the same lock: whoever is in place already is sure to be inserted again.
      await sql`rollback to before_inserts`.execute(transaction);
    }
  };
}
