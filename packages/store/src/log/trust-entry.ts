// What the log says of a trust rule.
import type { TrustRule } from '@prime-registry/identity';
import { type TrustEntry, toCanonicalJson } from '@prime-registry/protocol';
import { sha256 } from './sha256.ts';

const UTF_8 = new TextEncoder();

/**
 * What an entry says besides when and by whom. The digest covers pinned claims, too, which are conditions from then on.
 * Names of private repositories stay out of a rule that shows only ids.
 */
export function describeTrust(
  change: TrustEntry['change'],
  rule: TrustRule,
  pinned: Readonly<Record<string, string>> | undefined,
): Omit<TrustEntry, 'v' | 'at' | 'by'> {
  const { name, issuer, may, scopes, primes, show } = rule;
  const conditions = { ...rule.conditions, ...pinned };
  const pin = pinned === undefined ? rule.pin : [];
  const digest = sha256(UTF_8.encode(toCanonicalJson({ ...rule, conditions, pin })));
  return {
    ...{ type: 'trust', rule: name, change, issuer, may, scopes, primes },
    sha256: Buffer.from(digest).toString('hex'),
    conditions: show === 'names' ? conditions : undefined,
  };
}
