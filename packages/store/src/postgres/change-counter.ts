// The change stamp, which shows replicas that something was committed. A transaction raises a counter in its
// last statement, so the count becomes visible together with its writes.
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Transaction } from '../sql/schema.ts';

// Each process has one row, so that commits of several processes rarely wait for each other.
const ROWS = 16;
const row = randomInt(ROWS);

// Random steps: after a failover, the standby may lack the last commits, and later commits must not reuse
// their numbers. 2^53 is far away, even in steps of up to 2^20.
const LARGEST_STEP = 2 ** 20;

/** Identifies a transaction at the server. */
export interface TransactionMark {
  readonly id: string;
  /** Start time of the server: after a crash, it reuses the ids of lost transactions. */
  readonly serverStart: string;
}

const count = prepareQuery(
  (_, { step, id }: { readonly step: number; readonly id: number }) => sql<TransactionMark>`
    update commit_counts set count = count + ${step}::bigint where id = ${id}::int
    returning pg_current_xact_id()::text as id, pg_postmaster_start_time()::text as "serverStart"`,
);
const marks = new WeakMap<Transaction, TransactionMark>();

/** Counts a transaction, unless it was counted; must be in its last round trip. */
export async function countCommit(transaction: Transaction): Promise<TransactionMark> {
  const known = marks.get(transaction);
  if (known !== undefined) return known;
  const [mark] = await count(transaction, { step: randomInt(1, LARGEST_STEP), id: row });
  if (mark === undefined) throw new Error('commit_counts lacks a row');
  marks.set(transaction, mark);
  return mark;
}
