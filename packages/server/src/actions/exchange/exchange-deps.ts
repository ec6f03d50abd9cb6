// Dependencies and shared types of token exchanges.
import { randomBytes } from 'node:crypto';
import type { FindKey } from '@prime-registry/identity';
import { generateToken, RegistryError, type TokenScope } from '@prime-registry/protocol';
import type { ExchangedToken, RegistryStore, TokenRecord, TrustIssuer } from '@prime-registry/store';
import { narrowGrants } from './narrow-grants.ts';

export interface ExchangeDeps {
  readonly store: RegistryStore;
  /** How the keys of a trusted issuer are found. @throws RegistryError `issuer_unavailable` when a key is asked for */
  readonly keysOf: (issuer: TrustIssuer) => Promise<FindKey>;
  /** The address of the registry, the only audience that an identity token may have; empty if there is none. */
  readonly audience: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called with every stored token that was exchanged. */
  readonly noteUse: (token: TokenRecord) => void;
  /** Called after a token was inserted. */
  readonly onExchanged: () => void;
  /** Called when something fails that no request waits for. */
  readonly onFailure: (error: unknown) => void;
}

/** What of a token is asked for. */
export interface WantedToken {
  readonly scope: TokenScope;
  /** How long it is to be valid, in seconds; undefined for the default. */
  readonly expiresInS: number | undefined;
}

/** A token that was given out. */
export interface GivenToken {
  readonly token: ExchangedToken;
  /** It cannot be read again. */
  readonly secret: string;
}

/** Makes a token without storing it. */
export function makeExchangedToken(draft: Omit<ExchangedToken, 'id' | 'revokedAtMs'>): GivenToken {
  const token = { id: randomBytes(6).toString('hex'), ...draft, revokedAtMs: undefined };
  return { token, secret: generateToken() };
}

/** @throws RegistryError `token_scope_refused` if more is asked for than there is */
export function requireNarrower(from: TokenScope, wanted: TokenScope): TokenScope {
  const narrowed = narrowGrants(from, wanted);
  if (narrowed.ok) return narrowed.value;
  throw new RegistryError('token_scope_refused', {
    detail: `The token to exchange does not have what 'scope' asks for: ${narrowed.message}.`,
  });
}

/** The end of a token, in milliseconds since the epoch. @param latestMs - the latest end, and the default */
export function endOf({ expiresInS }: WantedToken, nowMs: number, latestMs: number): number {
  return expiresInS === undefined ? latestMs : Math.min(latestMs, nowMs + expiresInS * 1000);
}
