// Refuses publishes whose token was revoked after it was checked: a publish may wait for the transactions before its own, and a
// revocation must end all that come after it.
import { RegistryError } from '@prime-registry/protocol';
import { prepareQuery } from '../../sql/prepared-query.ts';
import type { Transaction } from '../../sql/schema.ts';
import { together } from '../../sql/together.ts';
import type { Refusal, VersionInsert } from './version-insert.ts';

const findToken = prepareQuery((db, { id }: { id: string }) =>
  db
    .selectFrom('tokens')
    .select('id')
    .where('id', '=', id)
    .where('revoked_at_ms', 'is', null)
    .unionAll(
      db.selectFrom('exchanged_tokens').select('id').where('id', '=', id).where('revoked_at_ms', 'is', null),
    ),
);
const findRule = prepareQuery((db, { id }: { id: string }) =>
  db.selectFrom('trust_rules').select('id').where('id', '=', id),
);

/** Finds the inserts whose token, one that it comes from, or rule is valid no more. */
export async function findWithoutToken(
  transaction: Transaction,
  inserts: readonly VersionInsert[],
): Promise<Map<VersionInsert, Refusal>> {
  const holders = inserts.flatMap(({ version: { holder } }) => holder ?? []);
  const tokenIds = [...new Set(holders.flatMap((holder) => holder.tokenIds))];
  const ruleIds = [...new Set(holders.flatMap(({ ruleId }) => ruleId ?? []))];
  const [tokens, rules] = await together(
    transaction,
    () => findToken.each(transaction, tokenIds.map(toKey)),
    () => findRule.each(transaction, ruleIds.map(toKey)),
  );
  const ended = new Set([...pickAbsent(tokenIds, tokens), ...pickAbsent(ruleIds, rules)]);
  const refused = new Map<VersionInsert, Refusal>();
  for (const insert of inserts) {
    const { tokenIds: own = [], ruleId = '' } = insert.version.holder ?? {};
    if ([...own, ruleId].some((id) => ended.has(id))) refused.set(insert, { reason: hasEnded() });
  }
  return refused;
}

function toKey(id: string): { readonly id: string } {
  return { id };
}

function pickAbsent(ids: readonly string[], rows: readonly (readonly unknown[])[]): readonly string[] {
  return ids.filter((_, index) => (rows[index]?.length ?? 0) === 0);
}

function hasEnded(): RegistryError {
  return new RegistryError('unauthenticated', {
    detail: 'The token was revoked before the publish was carried out; nothing was published.',
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}
