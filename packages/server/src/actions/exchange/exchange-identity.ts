// Exchanges the identity token of a CI for an access token that lives minutes. The order of the checks is part of the
// interface: form, issuer, signature, audience, times (400), keys of the issuer (503), rules (403), what is asked for (400),
// replay (400).
import { hash } from 'node:crypto';
import { type Assertion, describeIdentity, LEEWAY_MS, toProvenance } from '@prime-registry/identity';
import { RegistryError } from '@prime-registry/protocol';
import type { RequestOrigin } from '../tokens/act.ts';
import { digestSecret } from '../tokens/authenticate-token.ts';
import {
  type ExchangeDeps,
  endOf,
  type GivenToken,
  makeExchangedToken,
  requireNarrower,
  type WantedToken,
} from './exchange-deps.ts';
import { getTrustingRule, identityActs } from './find-trusting-rule.ts';
import { verifyIdentity } from './verify-identity.ts';

/** How long a token is valid at least, unless less is asked for. */
const LIFE_MS = 15 * 60_000;
/** How long it is valid at most, for the identity tokens of long jobs. */
const LONGEST_LIFE_MS = 60 * 60_000;
/** For how long after its end an identity token would be accepted, and some seconds more. */
const KEEP_AFTER_MS = LEEWAY_MS + 5000;
/** More than any rule accepts after the issue of an identity token. */
const LONGEST_KEPT_MS = 48 * 3_600_000;
/** A use of a rule is stored only if it is this much later than the stored one. */
const USE_PRECISION_MS = 3_600_000;

export interface IdentityRequest {
  readonly assertion: string;
  /** What only its sender knows: with it, the identity token can be exchanged again. */
  readonly nonce: string | undefined;
  readonly wanted: WantedToken;
  readonly origin: RequestOrigin;
}

export interface IdentityToken extends GivenToken {
  readonly identity: { readonly rule: string; readonly issuer: string; readonly description: string };
}

/**
 * Exchanges an identity token, once.
 * @throws RegistryError of {@link verifyIdentity}, `identity_not_trusted`, `token_scope_refused`,
 *   `assertion_used`, `storage_unavailable`
 */
export async function exchangeIdentity(
  deps: ExchangeDeps,
  { assertion: text, nonce, wanted, origin }: IdentityRequest,
): Promise<IdentityToken> {
  const { store, now } = deps;
  const { assertion, rules } = await verifyIdentity(deps, text);
  const description = describeIdentity(rules[0]?.rule.preset ?? 'oidc', assertion.claims);
  const { stored, rule } = await getTrustingRule(deps, rules, assertion, { description, origin });
  const nowMs = now();
  const latestMs = Math.min(nowMs + LONGEST_LIFE_MS, Math.max(nowMs + LIFE_MS, assertion.expiresAtMs));
  const grants = {
    permissions: rule.may,
    scopes: rule.scopes,
    primes: rule.primes.map((name) => ({ name, range: undefined })),
  };
  const given = makeExchangedToken({
    ...{ kind: 'oidc', name: description, ...requireNarrower(grants, wanted.scope) },
    ...{ ancestors: [], ruleId: stored.id, provenance: toProvenance(rule, assertion) },
    ...{ createdAtMs: nowMs, expiresAtMs: endOf(wanted, nowMs, latestMs) },
  });
  const used = {
    digest: assertion.usedDigest,
    nonceSha256: nonce === undefined ? undefined : hash('sha256', nonce),
    keepUntilMs: endOfUse(assertion, nowMs),
  };
  const act = identityActs('token-exchange', nowMs, given.token.id, { description, origin });
  const outcome = await store.exchangeAssertion(used, given.token, digestSecret(given.secret), act);
  if (outcome === 'used') {
    throw new RegistryError('assertion_used', {
      detail:
        'The identity token was exchanged before. Request another one; to repeat an exchange whose answer was lost, send ' +
        'the same nonce as the first time.',
    });
  }
  deps.onExchanged();
  // No exchange waits for the note of its use, or fails because of that.
  if (nowMs - (stored.lastUsedAtMs ?? 0) >= USE_PRECISION_MS)
    store.noteTrustRuleUses([{ id: stored.id, usedAtMs: nowMs }]).catch(deps.onFailure);
  return { ...given, identity: { rule: rule.name, issuer: rule.issuer, description } };
}

/** Until when an identity token has to be remembered: a rule that is added later may accept it for longer. */
function endOfUse({ claims, expiresAtMs }: Assertion, nowMs: number): number {
  const claimedMs = Math.min(Number(claims.exp) * 1000, nowMs + LONGEST_KEPT_MS);
  return Math.max(expiresAtMs, claimedMs) + KEEP_AFTER_MS;
}
