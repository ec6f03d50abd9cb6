// Takes the identity token that is exchanged, so that no other exchange has it.
import type { UsedAssertion } from './contracts/exchange-store.ts';
import type { Transaction } from './sql/schema.ts';

/** What an identity token may be exchanged for now. */
type Place =
  | { readonly outcome: 'used' }
  /** @property replaced - id of the token that the new one replaces, which is revoked */
  | { readonly outcome: 'first' | 'again'; readonly replaced: string | undefined };

/** Takes an identity token, so that no other transaction can. */
export async function takeAssertion(
  transaction: Transaction,
  { digest, nonceSha256, keepUntilMs }: UsedAssertion,
  tokenId: string,
  atMs: number,
): Promise<Place> {
  const [inserted] = await transaction
    .insertInto('used_assertions')
    .values({ digest, nonce_sha256: nonceSha256 ?? null, token_id: tokenId, keep_until_ms: keepUntilMs })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .returning('digest')
    .execute();
  if (inserted !== undefined) return { outcome: 'first', replaced: undefined };
  if (nonceSha256 === undefined) return { outcome: 'used' };
  // An update, so that others wait for this transaction.
  const [former] = await transaction
    .updateTable('used_assertions')
    .set({ keep_until_ms: keepUntilMs })
    .where('digest', '=', digest)
    .where('nonce_sha256', '=', nonceSha256)
    .returning('token_id')
    .execute();
  if (former === undefined) return { outcome: 'used' };
  const replaced = former.token_id;
  if (replaced === tokenId) return { outcome: 'first', replaced };
  const [ended] = await transaction
    .updateTable('exchanged_tokens')
    .set({ revoked_at_ms: atMs })
    .where('id', '=', replaced)
    .where('revoked_at_ms', 'is', null)
    .returning('id')
    .execute();
  // Its revocation has ended the identity token, too.
  if (ended === undefined) return { outcome: 'used' };
  await transaction
    .updateTable('used_assertions')
    .set({ token_id: tokenId })
    .where('digest', '=', digest)
    .execute();
  return { outcome: 'again', replaced };
}
