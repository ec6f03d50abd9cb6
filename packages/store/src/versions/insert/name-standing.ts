// Who owns the name of a Prime: this registry, or the upstream of its versions; and what happened to it.
import { sql } from 'kysely';
import { primeIdOf, versionsOf } from '../../sql/named-versions.ts';
import { prepareQuery } from '../../sql/prepared-query.ts';

/** Finds the owner of a name. A transaction must hold the lock of the scope. */
export const findStanding = prepareQuery((db, { name, scope }: { name: string; scope: string }) =>
  db.selectNoFrom((eb) => [
    primeIdOf(db, name).as('primeId'),
    eb
      .selectFrom('scope_usage')
      .where('scope', '=', scope)
      .where('versions', '>', 0)
      .select('scope')
      .as('localScope'),
    eb.fn
      .coalesce(
        versionsOf(db, name).select('origin').limit(1),
        // All its versions were removed: it still belongs to the upstream of those, which is the same for all.
        eb
          .selectFrom('removed_versions')
          .where('name', '=', name)
          .where(({ not, exists }) => not(exists(versionsOf(db, name).select('id'))))
          .select('origin')
          .limit(1),
      )
      .as('origin'),
    eb.selectFrom('lost_versions').where('name', '=', name).select('name').limit(1).as('lostName'),
    eb.selectFrom('moved_primes').where('name', '=', name).select('moved_to').as('movedTo'),
    // The key leads to them. A count of nothing is 0.
    eb
      .selectFrom('removed_versions')
      .where('name', '=', name)
      .select(sql<number>`count(*)`.as('count'))
      .as('removals'),
    eb
      .selectFrom('signing_policies')
      .where('scope', '=', scope)
      .where('require_signature', '=', 1)
      .select('scope')
      .as('signedScope'),
    // Here, because it costs no round trip of its own, and nothing is moved into place yet.
    eb.selectFrom('log_state').select('halted').as('logHalted'),
  ]),
);
