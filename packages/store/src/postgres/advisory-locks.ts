// Advisory locks, which replicas share. They are released when the transaction or the connection ends.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { TransactionLocks } from '../engine.ts';
import { prepareQuery } from '../sql/prepared-query.ts';

// Each lock has two numbers (postgresql.org/docs/current/explicit-locking.html, advisory locks). The first,
// `Prim` in ASCII, is that of the registry, so that locks of other programs in the database do not collide
// with it. Migrations use Kysely's own lock, which has one number.
const REGISTRY = 0x5072696d;
/** Shared lock of publishes and yanks, exclusive lock of the garbage collection. */
const PUBLISHES = 0;
/** Lock of the process that rebuilds the search index. All other numbers are those of scopes. */
const REBUILD = 2;

export const advisoryLocks: TransactionLocks = {
  async lockScopes(transaction, scopes) {
    // Each once, in ascending order, so that two transactions with the same scopes cannot deadlock.
    const numbers = [...new Set(scopes.map(numberOfScope))].sort((a, b) => a - b);
    await lockNumbers(transaction, { numbers });
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

// The rows are evaluated in this order.
const lockNumbers = prepareQuery(
  (_, { numbers }: { readonly numbers: readonly number[] }) => sql`
    select pg_advisory_xact_lock_shared(${sql.lit(REGISTRY)}, ${sql.lit(PUBLISHES)})
    union all
    select pg_advisory_xact_lock(${sql.lit(REGISTRY)}, number) from unnest(${numbers}::int[]) as number`,
);

/** Two scopes may have the same number. Then they wait for each other, which is harmless. */
function numberOfScope(scope: string): number {
  const number = createHash('sha256').update(scope).digest().readInt32BE();
  return number === PUBLISHES || number === REBUILD ? 1 : number;
}
