// Locks that replicas share, in the database: whatever holds them lets go at the end of its transaction, or of its life.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { TransactionLocks } from '../engine.ts';

// Each lock has two numbers (postgresql.org/docs/current/explicit-locking.html, advisory locks). The first is that of the
// registry, so that other programs in the database are not in its way: `Prim`. Migrations have Kysely's own lock, of one number.
const REGISTRY = 0x5072696d;
/** Shared by publishes and yanks; the garbage collector has it alone. */
const PUBLISHES = 0;
/** Of the process that rebuilds the search index. Every other number is that of scopes. */
const REBUILD = 2;

export const advisoryLocks: TransactionLocks = {
  async lockScopes(transaction, scopes) {
    // In order, each once: of two transactions that want the same, none has what the other waits for.
    const numbers = [...new Set(scopes.map(numberOfScope))].sort((a, b) => a - b);
    // The rows come one after the other.
    await sql`
      select pg_advisory_xact_lock_shared(${REGISTRY}::int, ${PUBLISHES}::int)
      union all
      select pg_advisory_xact_lock(${REGISTRY}::int, number) from unnest(${numbers}::int[]) as number
    `.execute(transaction);
  },

  async lockPublishes(transaction) {
    await sql`select pg_advisory_xact_lock(${REGISTRY}::int, ${PUBLISHES}::int)`.execute(transaction);
  },

  async tryLockRebuild(transaction) {
    const { rows } = await sql<{ isLocked: boolean }>`
      select pg_try_advisory_xact_lock(${REGISTRY}::int, ${REBUILD}::int) as "isLocked"`.execute(transaction);
    return rows[0]?.isLocked === true;
  },
};

/** Two scopes may have the same: they wait for each other then, and nothing worse. */
function numberOfScope(scope: string): number {
  const number = createHash('sha256').update(scope).digest().readInt32BE();
  return number === PUBLISHES || number === REBUILD ? 1 : number;
}
