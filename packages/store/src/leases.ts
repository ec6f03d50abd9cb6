// Leases, each one row. One statement decides who has it, so that two processes cannot both take it.
import type { LeaseRequest, LeaseStore } from './contracts/lease-store.ts';
import type { SqlStoreDeps } from './engine.ts';
import { prepareQuery } from './sql/prepared-query.ts';

/**
 * A lease lasts a minute at most. One that ends this much later than the one that is asked for is of a process whose clock
 * was ahead: if that was killed, it would keep everybody out until then.
 */
const TOO_LONG_MS = 3_600_000;

interface BoundedRequest extends LeaseRequest {
  /** When a lease ends at the latest that counts. */
  readonly lastEndMs: number;
}

export function createLeaseStore({ transact, reader }: SqlStoreDeps): LeaseStore {
  const findHolder = prepareQuery((db, { name }: Pick<LeaseRequest, 'name'>) =>
    db.selectFrom('leases').where('name', '=', name).select(['holder', 'until_ms']),
  );
  const take = prepareQuery((db, { name, holder, nowMs, untilMs, lastEndMs }: BoundedRequest) =>
    db
      .insertInto('leases')
      .values({ name, holder, until_ms: untilMs })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ holder, until_ms: untilMs })
          .where((eb) =>
            eb.or([
              eb('leases.holder', '=', holder),
              eb('leases.until_ms', '<=', nowMs),
              eb('leases.until_ms', '>', lastEndMs),
            ]),
          ),
      )
      .returning('name'),
  );

  return {
    async tryLease({ name, holder, nowMs, untilMs }) {
      const [known] = await findHolder(reader, { name });
      // Those who wait for a lease ask often: a transaction would make every cached response stale.
      const lastEndMs = untilMs + TOO_LONG_MS;
      const endMs = Number(known?.until_ms ?? 0);
      if (known?.holder !== holder && endMs > nowMs && endMs <= lastEndMs) return false;
      const request = { name, holder, nowMs, untilMs, lastEndMs };
      const taken = await transact((transaction) => take(transaction, request));
      return taken.length > 0;
    },

    async endLease(name, holder) {
      await transact((transaction) =>
        transaction.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute(),
      );
    },
  };
}
