// To whom the name of a Prime belongs: this registry, or the one that its versions came from.
import { prepareQuery } from '../sql/prepared-query.ts';

/** Makes the query on whom a name belongs to; within a transaction it is asked under the lock of the scope. */
export function createStandingFinder() {
  return prepareQuery((db, { name, scope }: { name: string; scope: string }) =>
    db.selectNoFrom((eb) => [
      eb.selectFrom('primes').where('name', '=', name).select('id').as('primeId'),
      eb
        .selectFrom('scope_usage')
        .where('scope', '=', scope)
        .where('versions', '>', 0)
        .select('scope')
        .as('localScope'),
      eb
        .selectFrom('versions')
        .where('prime_id', '=', (query) => query.selectFrom('primes').where('name', '=', name).select('id'))
        .select('origin')
        .limit(1)
        .as('origin'),
    ]),
  );
}
