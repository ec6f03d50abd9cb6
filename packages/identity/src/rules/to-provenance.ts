// What of an identity becomes public with a version.
import type { Provenance } from '@prime-registry/protocol';
import type { Assertion } from '../assertion/verify-assertion.ts';
import { textOfClaim } from './match-condition.ts';
import type { TrustRule } from './trust-rule.ts';

/** The provenance of versions that an identity publishes under a rule. */
export function toProvenance(rule: TrustRule, { claims }: Assertion): Provenance {
  const shown = Object.keys(rule.conditions).flatMap((name) => {
    const text = textOfClaim(claims, name);
    return text === undefined ? [] : [[name, text] as const];
  });
  return { issuer: rule.issuer, rule: rule.name, preset: rule.preset, claims: Object.fromEntries(shown) };
}
