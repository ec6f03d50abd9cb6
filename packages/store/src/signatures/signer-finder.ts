// The key of a scope that may sign now.
import { prepareQuery } from '../sql/prepared-query.ts';

/** Finds the key of a scope that may sign now. A transaction must hold the lock of the scope. */
export const findSigner = prepareQuery((db, { scope, fingerprint }: { scope: string; fingerprint: string }) =>
  db
    .selectFrom('scope_signers')
    .where('scope', '=', scope)
    .where('fingerprint', '=', fingerprint)
    .where('until_index', 'is', null)
    .select(['key', 'principal', 'since_index']),
);
