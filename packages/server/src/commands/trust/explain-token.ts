// Explains how the registry would judge an identity token, without issuing anything for it.
import {
  type AssertionError,
  applyPins,
  describeIdentity,
  explainRule,
  type FindKey,
  inspectAssertion,
  maxAgeMsOf,
  type RuleExplanation,
  type TrustRule,
} from '@prime-registry/identity';
import type { ServerSettings } from '../../config/server-settings.ts';
import { type IssuerSettings, KeysUnavailableError } from '../../exchange/issuer-source.ts';
import type { Store } from '../open-data.ts';

/** What explains a token. */
export interface ExplainTokenOptions {
  readonly store: Pick<Store, 'listTrustRules' | 'findTrustIssuer'>;
  readonly settings: ServerSettings;
  /** Undefined: it is not compared. */
  readonly audience: string | undefined;
  readonly nowMs: number;
  /** Whether no issuer is asked. */
  readonly isOffline: boolean;
}

/** A token, explained. */
export interface TokenExplanation {
  readonly claims: Readonly<Record<string, unknown>>;
  /** Who it is of, in a few words. */
  readonly identity: string;
  readonly problems: readonly AssertionError[];
  /** Why its signature was not checked; undefined if it was. */
  readonly unchecked: string | undefined;
  readonly hasAudience: boolean;
  readonly rules: readonly (RuleExplanation & { readonly rule: TrustRule })[];
  /** Rules of other issuers. */
  readonly otherRules: number;
  /** Issuers of rules that look like that of the token. */
  readonly similarIssuers: readonly string[];
  /** Whether it would be exchanged for a token, as far as could be checked. */
  readonly isAllowed: boolean;
}

/** @throws AssertionError if the text is not a token at all */
export async function explainToken(text: string, options: ExplainTokenOptions): Promise<TokenExplanation> {
  const { store, audience, nowMs, isOffline } = options;
  const everyRule = (await store.listTrustRules()).map(({ rule, pinned }) => applyPins(rule, pinned));
  const without = { findKey: undefined, audience, nowMs, maxAgeMs: Number.POSITIVE_INFINITY };
  const issuer = String((await inspectAssertion(text, without)).claims.iss);
  const rules = everyRule.filter((rule) => rule.issuer === issuer);
  const { findKey, unchecked } = await findKeys(issuer, rules.length > 0, options);
  const maxAgeMs = rules.length === 0 ? Number.POSITIVE_INFINITY : maxAgeMsOf(rules);
  const { claims, problems } = await inspectAssertion(text, { findKey, audience, nowMs, maxAgeMs });
  const explained = rules.map((rule) => ({ rule, ...explainRule(rule, { claims }) }));
  const isRefused = problems.length > 0 || (unchecked !== undefined && !isOffline);
  return {
    ...{ claims, problems, unchecked, rules: explained, hasAudience: audience !== undefined },
    identity: describeIdentity(rules[0]?.preset ?? 'oidc', claims),
    otherRules: everyRule.length - rules.length,
    similarIssuers: rules.length > 0 ? [] : listSimilar(issuer, everyRule),
    isAllowed: !isRefused && explained.some(({ refusals }) => refusals.length === 0),
  };
}

/** Only an issuer that a rule trusts is asked: the token may name any address. */
async function findKeys(
  issuer: string,
  isTrusted: boolean,
  { store, settings, isOffline }: ExplainTokenOptions,
): Promise<{ readonly findKey: FindKey | undefined; readonly unchecked: string | undefined }> {
  const unchecked = (reason: string) => ({ findKey: undefined, unchecked: reason });
  if (!isTrusted) return unchecked('no rule trusts its issuer');
  const setting: IssuerSettings = (await store.findTrustIssuer(issuer)) ?? { issuer };
  if (isOffline && setting.jwksFile === undefined) return unchecked('--offline');
  // Loaded on demand, with the HTTP client.
  const { openSource } = await import('../../wiring/create-exchange.ts');
  const source = await openSource(settings, setting);
  try {
    return { findKey: (await source.read()).find, unchecked: undefined };
  } catch (error) {
    if (error instanceof KeysUnavailableError)
      return unchecked(`the keys of its issuer cannot be read: ${error.message}`);
    throw error;
  } finally {
    await source.close();
  }
}

/** Issuers that differ only in what people overlook. */
function listSimilar(issuer: string, rules: readonly TrustRule[]): string[] {
  const similar = rules.map((rule) => rule.issuer).filter((other) => fold(other) === fold(issuer));
  return [...new Set(similar)];
}

function fold(issuer: string): string {
  return issuer
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/:(?:443|80)(?=\/|$)/, '')
    .replace(/\/+$/, '');
}
