// The log entry of a trust rule.
import { type TrustEntry, toCanonicalJson } from '@prime-registry/protocol';
import type { StoredTrustRule } from '../contracts/trust-rule-store.ts';
import { sha256 } from './sha256.ts';

const UTF_8 = new TextEncoder();

/**
 * What an entry says besides when and by whom. The digest covers pinned claims, too, which are conditions from then on.
 * Names of private repositories stay out of a rule that shows only ids. Its digest covers the id of the rule as well, which is
 * random and in no entry: otherwise readers could try names until one has the digest.
 */
export function describeTrust(
  change: TrustEntry['change'],
  { id, rule, pinned }: Pick<StoredTrustRule, 'id' | 'rule' | 'pinned'>,
): Omit<TrustEntry, 'v' | 'at' | 'by'> {
  const { name, issuer, may, scopes, primes, show } = rule;
  const conditions = { ...rule.conditions, ...pinned };
  const pin = pinned === undefined ? rule.pin : [];
  const digest = sha256(
    UTF_8.encode(toCanonicalJson({ ...rule, conditions, pin, ...(show === 'ids' && { id }) })),
  );
  return {
    ...{ type: 'trust', rule: name, change, issuer, may, scopes, primes },
    sha256: Buffer.from(digest).toString('hex'),
    conditions: show === 'names' ? conditions : undefined,
  };
}
