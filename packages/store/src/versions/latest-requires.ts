// The index of what latest versions require, to find the Primes that require a Prime.
import { prepareForMany } from '../sql/batches.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Schema, Transaction } from '../sql/schema.ts';
import type { PrimeWithLatest } from './latest-finder.ts';
import { decodeRequires } from './stored-requires.ts';

const remove = prepareQuery((db, { primeId }: { primeId: number }) =>
  db.deleteFrom('latest_requires').where('prime_id', '=', primeId),
);
const insert = prepareForMany((db, rows: readonly Schema['latest_requires'][]) =>
  db.insertInto('latest_requires').values(rows),
);

/** Updates what some Primes require. A Prime without requirements, before and now, costs no statement. */
export async function refreshLatestRequires(
  transaction: Transaction,
  primes: readonly PrimeWithLatest[],
): Promise<void> {
  // The latest version decides, so one that stays has its rows.
  const changed = primes.filter(({ latest }) => latest === undefined || latest.id !== latest.knownId);
  const before = changed.filter(({ latest }) => latest === undefined || latest.knownRequires !== null);
  await remove.each(
    transaction,
    before.map(({ primeId }) => ({ primeId })),
  );
  await insert(transaction, changed.flatMap(toRows));
}

function toRows({ primeId, latest }: PrimeWithLatest): Schema['latest_requires'][] {
  const required = Object.entries(decodeRequires(latest?.requires ?? null) ?? {});
  return required.map(([name, range]) => ({
    required: name,
    name: latest?.name ?? '',
    range,
    prime_id: primeId,
  }));
}
