// Rules and identities for tests.
import type { Assertion, TrustRule } from '../../src/index.ts';

export const OIDC_ISSUER = 'https://ci.example.com';

/** A rule of an issuer about which nothing is known. */
export function someRule(changes: Partial<TrustRule> = {}): TrustRule {
  return {
    name: 'deploy',
    preset: 'oidc',
    issuer: OIDC_ISSUER,
    conditions: { sub: 'job' },
    pin: [],
    may: ['publish'],
    scopes: ['@acme'],
    primes: [],
    show: 'names',
    ...changes,
  };
}

/** A verified token with these claims. */
export function someAssertion(claims: Readonly<Record<string, unknown>>, issuer = OIDC_ISSUER): Assertion {
  return { issuer, claims, issuedAtMs: 0, expiresAtMs: 1, usedDigest: '0'.repeat(64) };
}
