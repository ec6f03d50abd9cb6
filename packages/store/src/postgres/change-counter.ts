// Tells replicas that something was committed. A transaction counts itself in its last statement, so that its number is seen
// with what it has written, neither before nor after.
import { randomInt } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../sql/schema.ts';

// Each process has one row, so that commits of several hardly ever wait for each other.
const ROWS = 16;
const row = randomInt(ROWS);

// Not one after the other: a standby that has taken over may have lost the last commits, and what comes after them must not
// have their numbers. 2^53 is far, in steps of up to 2^20.
const LARGEST_STEP = 2 ** 20;

/** By what a transaction is known to the server. */
export interface TransactionMark {
  readonly id: string;
  /** When the server was started: one that has crashed gives ids of transactions that it has lost to others. */
  readonly serverStart: string;
}

/** Counts a transaction; to be its last statement. */
export async function countCommit(transaction: Transaction<Schema>): Promise<TransactionMark> {
  const step = randomInt(1, LARGEST_STEP);
  const { rows } = await sql<TransactionMark>`
    update commit_counts set count = count + ${step}::bigint where id = ${row}::int
    returning pg_current_xact_id()::text as id, pg_postmaster_start_time()::text as "serverStart"
  `.execute(transaction);
  const [mark] = rows;
  if (mark === undefined) throw new Error('commit_counts lacks a row');
  return mark;
}
