// Verifies an identity token with the keys of its issuer.
import {
  type Assertion,
  AssertionError,
  type AssertionErrorCode,
  applyPins,
  maxAgeMsOf,
  type TrustRule,
  verifyAssertion,
} from '@prime-registry/identity';
import { type ErrorCode, RegistryError } from '@prime-registry/protocol';
import type { StoredTrustRule } from '@prime-registry/store';
import type { ExchangeDeps } from './exchange-deps.ts';

/** A rule as it is now, with the claims of its first use. */
export interface EffectiveRule {
  readonly stored: StoredTrustRule;
  readonly rule: TrustRule;
}

/**
 * Verifies the token with the keys of its issuer, and reads the rules of that issuer.
 * @throws RegistryError of {@link REFUSALS}, `issuer_unavailable`
 */
export async function verifyIdentity(
  { store, keysOf, audience, now }: ExchangeDeps,
  text: string,
): Promise<{ assertion: Assertion; rules: readonly EffectiveRule[] }> {
  let rules: readonly EffectiveRule[] = [];
  try {
    const assertion = await verifyAssertion(text, {
      ...{ audience, nowMs: now() },
      async keysOf(issuer) {
        const listed = await store.listTrustRules(issuer);
        // Byte for byte, whatever the database takes for equal.
        rules = listed.filter(({ rule }) => rule.issuer === issuer).map(toEffective);
        if (rules.length === 0) return undefined;
        // An issuer without settings is found simply by its address.
        const found = await store.findTrustIssuer(issuer);
        return keysOf(
          found ?? { issuer, jwksFile: undefined, caFile: undefined, allowPrivateAddresses: false },
        );
      },
      maxAgeMsOf: () => maxAgeMsOf(rules.map(({ rule }) => rule)),
    });
    return { assertion, rules };
  } catch (error) {
    if (!(error instanceof AssertionError)) throw error;
    throw new RegistryError(
      REFUSALS[error.code],
      { detail: `${toSentence(error.message)}.` },
      { cause: error },
    );
  }
}

/** The errors of identity tokens that are not believed. */
const REFUSALS: Readonly<Record<AssertionErrorCode, ErrorCode>> = {
  malformed: 'assertion_malformed',
  header_refused: 'assertion_header_refused',
  issuer_not_trusted: 'issuer_not_trusted',
  unknown_key: 'assertion_key_unknown',
  bad_signature: 'assertion_signature_bad',
  wrong_audience: 'assertion_audience_wrong',
  expired: 'assertion_expired',
  not_yet_valid: 'assertion_not_yet_valid',
  too_old: 'assertion_too_old',
  bad_claim: 'assertion_claim_bad',
};

function toSentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}

/** A stored rule, with the claims of its first use. */
export function toEffective(stored: StoredTrustRule): EffectiveRule {
  return { stored, rule: applyPins(stored.rule, stored.pinned) };
}
