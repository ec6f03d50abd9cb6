// Rows of the table `leases` that read leases use. One says that leases of some length may be in use; its time is by the
// clock of the database, which all processes share. One for each process says that changes wait (a hold).
import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../sql/schema.ts';

const REGISTRATION = 'read-leases/';
const HOLD = 'read-hold/';

/** Statements about these rows. @param nowMs - the clock of the database, in milliseconds since the epoch */
export function createReadLeaseRows(nowMs: RawBuilder<number>) {
  const rowsOf = (db: Database, kind: string) => db.selectFrom('leases').where('name', 'like', `${kind}%`);

  async function put(db: Database, name: string, holder: string, forMs: number): Promise<void> {
    const untilMs = sql<number>`${nowMs} + ${sql.lit(forMs)}`;
    await db
      .insertInto('leases')
      .values({ name, holder, until_ms: untilMs })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ holder, until_ms: untilMs }))
      .execute();
  }

  return {
    register: (transaction: Transaction, leaseMs: number, forMs: number): Promise<void> =>
      put(transaction, `${REGISTRATION}${leaseMs}`, String(leaseMs), forMs),

    /** How long leases last at most, in milliseconds; 0 if no process uses them. */
    async findLongest(db: Database): Promise<number> {
      const rows = await rowsOf(db, REGISTRATION).where('until_ms', '>', nowMs).select('holder').execute();
      return Math.max(0, ...rows.map(({ holder }) => Number(holder)));
    },

    /** Adds a hold, and removes those of processes that have died. */
    async hold(transaction: Transaction, id: string, forMs: number): Promise<void> {
      await transaction
        .deleteFrom('leases')
        .where('name', 'like', `${HOLD}%`)
        .where('until_ms', '<=', nowMs)
        .execute();
      await put(transaction, `${HOLD}${id}`, id, forMs);
    },

    /** Whether a hold lasts that much longer. */
    async isHolding(db: Database, id: string, forMs: number): Promise<boolean> {
      const row = await db
        .selectFrom('leases')
        .where('name', '=', `${HOLD}${id}`)
        .where('until_ms', '>', sql<number>`${nowMs} + ${sql.lit(forMs)}`)
        .select('name')
        .executeTakeFirst();
      return row !== undefined;
    },

    async release(transaction: Transaction, id: string): Promise<void> {
      await transaction.deleteFrom('leases').where('name', '=', `${HOLD}${id}`).execute();
    },

    /** Whether a change waits, of whichever process. */
    async isHeld(db: Database): Promise<boolean> {
      const row = await rowsOf(db, HOLD).where('until_ms', '>', nowMs).select('name').executeTakeFirst();
      return row !== undefined;
    },
  };
}
