// Selects the claims of an identity that become public with a version.
import { MAX_PROVENANCE_BYTES, type Provenance, toCanonicalJson } from '@prime-registry/protocol';
import type { Assertion } from '../assertion/verify-assertion.ts';
import { textOfClaim } from '../claims/claims.ts';
import { presetOf, readClaims } from '../presets/presets.ts';
import type { TrustRule } from './trust-rule.ts';

/** Longest text of a claim, in characters; longer ones are left out. */
const MAX_CLAIM_LENGTH = 512;

/** The provenance of versions that an identity publishes under a rule: what the preset knows, as far as the rule may show it. */
export function toProvenance(rule: TrustRule, { claims }: Assertion): Provenance {
  const { shown, shownIds } = presetOf(rule.preset);
  const read = readClaims(rule.preset, claims);
  const named = rule.preset === 'oidc' ? Object.keys(rule.conditions) : [];
  const names = rule.show === 'ids' ? shownIds : new Set([...shown, ...named]);
  let provenance: Provenance = { issuer: rule.issuer, rule: rule.name, preset: rule.preset, claims: {} };
  for (const name of names) {
    const text = textOfClaim(read, name);
    if (text === undefined || text === '' || text.length > MAX_CLAIM_LENGTH) continue;
    const next = { ...provenance, claims: { ...provenance.claims, [name]: text } };
    if (Buffer.byteLength(toCanonicalJson(next)) <= MAX_PROVENANCE_BYTES) provenance = next;
  }
  return provenance;
}
