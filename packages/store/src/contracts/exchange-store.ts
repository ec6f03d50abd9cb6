// Interface to tokens that live minutes, and to what they were exchanged for. Each is deleted some time after its end: the
// audit log says what it was.
import type { Permission, PrimeGrant, Provenance } from '@prime-registry/protocol';
import type { Act } from './audit-store.ts';

/** A token for an identity (`oidc`), or for another token that may do more (`attenuated`). */
export interface ExchangedToken {
  readonly id: string;
  readonly kind: 'oidc' | 'attenuated';
  /** Whose it is, for people. */
  readonly name: string;
  /** Never `admin`. */
  readonly permissions: readonly Permission[];
  /** Scopes with their `@`, or `*` for all. */
  readonly scopes: readonly string[];
  /** What it may write to besides the scopes. */
  readonly primes: readonly PrimeGrant[];
  /** Ids of the tokens that it comes from, the oldest first: it ends with each of them. */
  readonly ancestors: readonly string[];
  /** Id of the trust rule that allowed it: it ends with that rule. Undefined if it comes from a stored token. */
  readonly ruleId: string | undefined;
  /** What the registry verified of the identity. */
  readonly provenance: Provenance | undefined;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly revokedAtMs: number | undefined;
}

/** A token that was found. */
export interface FoundExchangedToken extends ExchangedToken {
  /** Whether a token or the rule that it comes from has ended. */
  readonly hasEndedOrigin: boolean;
}

/** An identity token that is exchanged. */
export interface UsedAssertion {
  /** SHA-256 in hex of issuer and token id, or of the whole token. */
  readonly digest: string;
  /** SHA-256 in hex of what only its sender knows; undefined if it cannot be exchanged again. */
  readonly nonceSha256: string | undefined;
  /** Until then it would be accepted again, in milliseconds since the epoch. */
  readonly keepUntilMs: number;
}

/**
 * What became of an exchange:
 * - `first`: the identity token had not been used.
 * - `again`: it was used with the same nonce; the former access token is revoked.
 * - `used`: it was used without this nonce, or its access token was revoked; nothing has changed.
 */
export type ExchangeOutcome = 'first' | 'again' | 'used';

/** The keys of an issuer, as they were fetched. */
export interface IssuerKeySet {
  readonly issuer: string;
  /** A JSON Web Key Set (RFC 7517). */
  readonly keySet: string;
  readonly fetchedAtMs: number;
}

/** Exchanged tokens. */
export interface ExchangeStore {
  /**
   * Inserts the token for an identity token, which can be used once. Of several processes that do so at the same time,
   * one inserts its token, or with the same nonce the last one.
   * @param secretSha256 - digest of the secret, 32 bytes
   */
  exchangeAssertion(
    used: UsedAssertion,
    token: ExchangedToken,
    secretSha256: Uint8Array,
    act: Act,
  ): Promise<ExchangeOutcome>;
  /** Inserts the token for another token. */
  insertAttenuatedToken(token: ExchangedToken, secretSha256: Uint8Array, act: Act): Promise<void>;
  /** @param nowMs - decides whether the tokens that it comes from have expired */
  findExchangedToken(secretSha256: Uint8Array, nowMs: number): Promise<FoundExchangedToken | undefined>;
  /** Deletes tokens that expired before a time, and what is kept of identity tokens that nobody would accept now. */
  pruneExchanges(expiredBeforeMs: number, nowMs: number): Promise<void>;
  findIssuerKeys(issuer: string): Promise<IssuerKeySet | undefined>;
  /** Stores keys, unless newer ones are stored; those from more than a minute later were stored by a wrong clock. */
  saveIssuerKeys(keys: IssuerKeySet): Promise<void>;
}
