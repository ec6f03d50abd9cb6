// Exchanges the identity token of a CI for an access token that lives minutes. The order of the checks is part of the
// interface: form, issuer, signature, audience, times (400), keys of the issuer (503), rules (403), what is asked for (400),
// replay (400).
import { hash } from 'node:crypto';
import {
  type Assertion,
  AssertionError,
  type AssertionErrorCode,
  applyPins,
  describeIdentity,
  findRule,
  LEEWAY_MS,
  maxAgeMsOf,
  type RuleRefusal,
  type TrustRule,
  toProvenance,
  verifyAssertion,
} from '@prime-registry/identity';
import { type ErrorCode, quote, RegistryError } from '@prime-registry/protocol';
import type { Act, AuditAction, StoredTrustRule, TrustIssuer } from '@prime-registry/store';
import { digestSecret } from '../tokens/authenticate-token.ts';
import {
  type ExchangeDeps,
  endOf,
  type GivenToken,
  makeExchangedToken,
  type RequestOrigin,
  requireNarrower,
  type WantedToken,
} from './exchange-deps.ts';

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

/** An identity token to exchange. */
export interface IdentityRequest {
  readonly assertion: string;
  /** What only its sender knows: with it, the identity token can be exchanged again. */
  readonly nonce: string | undefined;
  readonly wanted: WantedToken;
  readonly origin: RequestOrigin;
}

/** A token for an identity. */
export interface IdentityToken extends GivenToken {
  readonly identity: { readonly rule: string; readonly issuer: string; readonly description: string };
}

/** A rule as it is now, with the claims of its first use. */
interface EffectiveRule {
  readonly stored: StoredTrustRule;
  readonly rule: TrustRule;
}

/**
 * Exchanges an identity token, once.
 * @throws RegistryError of {@link REFUSALS}, `issuer_unavailable`, `identity_not_trusted`, `token_scope_refused`,
 *   `assertion_used`, `storage_unavailable`
 */
export async function exchangeIdentity(
  deps: ExchangeDeps,
  { assertion: text, nonce, wanted, origin }: IdentityRequest,
): Promise<IdentityToken> {
  const { store, now } = deps;
  const { assertion, rules } = await verify(deps, text);
  const description = describeIdentity(rules[0]?.rule.preset ?? 'oidc', assertion.claims);
  const { stored, rule } = await getRule(deps, rules, assertion, { description, origin });
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
  if (outcome === 'used') throw alreadyUsed();
  deps.onExchanged();
  noteUse(deps, stored, nowMs);
  return { ...given, identity: { rule: rule.name, issuer: rule.issuer, description } };
}

/** Until when an identity token has to be remembered: a rule that is added later may accept it for longer. */
function endOfUse({ claims, expiresAtMs }: Assertion, nowMs: number): number {
  const claimedMs = Math.min(Number(claims.exp) * 1000, nowMs + LONGEST_KEPT_MS);
  return Math.max(expiresAtMs, claimedMs) + KEEP_AFTER_MS;
}

/** Verifies the token with the keys of its issuer, and reads the rules of that issuer. */
async function verify(
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
        return keysOf((await store.findTrustIssuer(issuer)) ?? withDefaults(issuer));
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

/** An issuer that is found simply by its address. */
function withDefaults(issuer: string): TrustIssuer {
  return { issuer, jwksFile: undefined, caFile: undefined, allowPrivateAddresses: false };
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

function toEffective(stored: StoredTrustRule): EffectiveRule {
  return { stored, rule: applyPins(stored.rule, stored.pinned) };
}

/** Who asks, for the audit log. */
interface Identity {
  readonly description: string;
  readonly origin: RequestOrigin;
}

/** @throws RegistryError `identity_not_trusted` */
async function getRule(
  deps: Pick<ExchangeDeps, 'store' | 'now'>,
  rules: readonly EffectiveRule[],
  assertion: Assertion,
  identity: Identity,
): Promise<EffectiveRule> {
  const found = findRule(
    rules.map(({ rule }) => rule),
    assertion,
  );
  if (!('rule' in found)) throw notTrusted(identity, found.refusals);
  const effective = rules.find(({ rule }) => rule === found.rule);
  if (effective === undefined) throw new Error('the rule that was found is one of the rules');
  if (Object.keys(found.pins).length === 0) return effective;
  const act = identityActs('trust-pin', deps.now(), `rule ${effective.rule.name}`, identity);
  const pinned = await deps.store.pinTrustRule(effective.stored.id, found.pins, act);
  // It was removed in the meantime.
  if (pinned === undefined) throw notTrusted(identity, []);
  // Another identity may have been faster.
  return getRule(deps, [toEffective(pinned)], assertion, identity);
}

function notTrusted({ description }: Identity, refusals: readonly RuleRefusal[]): RegistryError {
  const [first] = refusals;
  const detail =
    first === undefined
      ? `No rule of this registry trusts this identity (${description}).`
      : `The registry trusts this identity (${description}), but not all of it: the rule ${quote(first.rule)} wants ` +
        `${first.claim} to be ${first.wants}, and it is ${first.has === undefined ? 'missing' : quote(first.has)}.`;
  return new RegistryError('identity_not_trusted', {
    detail,
    ...(refusals.length > 0 && {
      extensions: {
        prime_refusals: refusals.map(({ rule, claim, wants, has }) => ({
          rule,
          claim,
          wants,
          has: has ?? null,
        })),
      },
    }),
  });
}

function alreadyUsed(): RegistryError {
  return new RegistryError('assertion_used', {
    detail:
      'The identity token was exchanged before. Request another one; to repeat an exchange whose answer was lost, send ' +
      'the same nonce as the first time.',
  });
}

function identityActs(
  action: AuditAction,
  atMs: number,
  actorId: string,
  { description, origin }: Identity,
): Act {
  return { action, atMs, actorId, actorName: description, ...origin };
}

/** No exchange waits for it or fails because of it. */
function noteUse(
  { store, onFailure }: ExchangeDeps,
  { id, lastUsedAtMs = 0 }: StoredTrustRule,
  usedAtMs: number,
) {
  if (usedAtMs - lastUsedAtMs < USE_PRECISION_MS) return;
  store.noteTrustRuleUses([{ id, usedAtMs }]).catch(onFailure);
}
