// Leases, each one row. One statement decides who has it, so that two processes cannot both take it.
import type { LeaseRequest, LeaseStore } from './contracts/lease-store.ts';
import type { SqlStoreDeps } from './engine.ts';
import { prepareQuery } from './sql/prepared-query.ts';

export function createLeaseStore({ transact, reader }: SqlStoreDeps): LeaseStore {
  const findHolder = prepareQuery((db, { name }: Pick<LeaseRequest, 'name'>) =>
    db.selectFrom('leases').where('name', '=', name).select(['holder', 'until_ms']),
  );
  const take = prepareQuery((db, { name, holder, nowMs, untilMs }: LeaseRequest) =>
    db
      .insertInto('leases')
      .values({ name, holder, until_ms: untilMs })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ holder, until_ms: untilMs })
          .where((eb) => eb.or([eb('leases.holder', '=', holder), eb('leases.until_ms', '<=', nowMs)])),
      )
      .returning('name'),
  );

  return {
    async tryLease({ name, holder, nowMs, untilMs }) {
      const [known] = await findHolder(reader, { name });
      // Those who wait for a lease ask often: a transaction would make every cached response stale.
      if (known !== undefined && known.holder !== holder && Number(known.until_ms) > nowMs) return false;
      const taken = await transact((transaction) => take(transaction, { name, holder, nowMs, untilMs }));
      return taken.length > 0;
    },

    async endLease(name, holder) {
      await transact((transaction) =>
        transaction.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute(),
      );
    },
  };
}
