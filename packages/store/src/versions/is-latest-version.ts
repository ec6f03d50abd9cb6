// `latest`, as defined by selectLatest of packages/protocol, as a condition that reads one index entry,
// however many versions a Prime has.
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Schema } from '../sql/schema.ts';

/** Whether the row of `versions` is the latest version of the row of `primes`; false for yanked versions. */
export function isLatestVersion({
  eb,
  fn,
  selectFrom,
}: ExpressionBuilder<Schema, 'primes' | 'versions'>): Expression<SqlBool> {
  const highest = (isPrerelease: 0 | 1) =>
    selectFrom('versions as others')
      .whereRef('others.prime_id', '=', 'primes.id')
      .where('others.is_prerelease', '=', isPrerelease)
      .where('others.yanked_at_ms', 'is', null)
      .select('others.id')
      .orderBy('others.precedence', 'desc')
      .limit(1);
  return eb('versions.id', '=', fn.coalesce(highest(0), highest(1)));
}
