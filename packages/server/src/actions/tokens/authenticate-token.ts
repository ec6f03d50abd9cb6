// Turns a bearer token into an actor with permissions. Tokens are looked up by digest, so that the duration
// of a look-up says nothing about any stored secret.
import { hash, timingSafeEqual } from 'node:crypto';
import type { PrimeGrant, Provenance } from '@prime-registry/protocol';
import { isTokenWellFormed, type Permission, RegistryError } from '@prime-registry/protocol/basics';
import type {
  ExchangeStore,
  FoundExchangedToken,
  TokenHolder,
  TokenRecord,
  TokenStore,
} from '@prime-registry/store';

/** The holder of a valid token. */
export interface Actor {
  readonly tokenId: string;
  /** The name the token was issued under. */
  readonly tokenName: string;
  /** Whether an operator has created it, or it was exchanged: for an identity, or for another token. */
  readonly kind: 'stored' | 'oidc' | 'attenuated';
  readonly permissions: readonly Permission[];
  /** Scopes of which it may write every Prime. */
  readonly scopes: readonly string[];
  /** Primes that it may write besides. */
  readonly primes: readonly PrimeGrant[];
  /** Ids of the tokens that it comes from, the oldest first; empty for one that is not attenuated. */
  readonly ancestors: readonly string[];
  /** Id of the trust rule of an identity. */
  readonly ruleId: string | undefined;
  /** What the registry verified of an identity. */
  readonly provenance: Provenance | undefined;
  /** When the token expires, in milliseconds since the epoch; undefined for never. */
  readonly expiresAtMs: number | undefined;
}

export interface AuthenticationDeps {
  readonly store: Pick<TokenStore, 'findTokenBySecret'> & Pick<ExchangeStore, 'findExchangedToken'>;
  /** The operator's own token, which has every permission. */
  readonly adminToken: string | undefined;
  readonly now: () => number;
  /** Called with every stored token that was accepted. */
  readonly noteUse: (token: TokenRecord) => void;
}

/** The holder of the token in the environment; the id is the one in logs and records. */
const OPERATOR: Actor = {
  tokenId: 'environment',
  tokenName: 'environment',
  kind: 'stored',
  permissions: ['admin'],
  scopes: ['*'],
  ...{ primes: [], ancestors: [], ruleId: undefined, provenance: undefined },
  expiresAtMs: undefined,
};

/** What a publish of this actor depends on; undefined for the token of the environment, which nothing revokes. */
export function holderOf(actor: Pick<Actor, 'tokenId' | 'ancestors' | 'ruleId'>): TokenHolder | undefined {
  const { tokenId, ancestors, ruleId } = actor;
  return tokenId === OPERATOR.tokenId ? undefined : { tokenIds: [...ancestors, tokenId], ruleId };
}

/** The digest under which a secret is stored. */
export function digestSecret(secret: string): Uint8Array {
  return hash('sha256', secret, 'buffer');
}

/** Of the operator's token, which stays the same; each publish compares with it twice. */
let operator: { readonly token: string; readonly digest: Uint8Array } | undefined;

/** Compares in constant time. */
export function isOperatorToken(adminToken: string, secret: string): boolean {
  if (operator?.token !== adminToken) operator = { token: adminToken, digest: digestSecret(adminToken) };
  return timingSafeEqual(digestSecret(secret), operator.digest);
}

/**
 * @throws RegistryError `unauthenticated` when the token is missing, malformed, unknown, expired or revoked.
 */
export async function authenticateToken(
  deps: AuthenticationDeps,
  secret: string | undefined,
): Promise<Actor> {
  if (secret === undefined)
    throw unauthenticated('Send a token in the header: Authorization: Bearer <token>.');
  if (deps.adminToken !== undefined && isOperatorToken(deps.adminToken, secret)) return OPERATOR;
  if (!isTokenWellFormed(secret)) {
    throw unauthenticated(
      'The token is malformed: a character is wrong or missing. Copy the whole token again.',
    );
  }
  const digest = digestSecret(secret);
  const token = await deps.store.findTokenBySecret(digest);
  if (token === undefined)
    return toActor(await deps.store.findExchangedToken(digest, deps.now()), deps.now());
  if (token.revokedAtMs !== undefined)
    throw unauthenticated("The token was revoked; ask the registry's operator.");
  if (token.expiresAtMs !== undefined && token.expiresAtMs <= deps.now()) {
    throw unauthenticated("The token has expired; ask the registry's operator for a new one.");
  }
  deps.noteUse(token);
  const { id, name, permissions, scopes, expiresAtMs } = token;
  return {
    ...{ tokenId: id, tokenName: name, kind: 'stored', permissions, scopes, expiresAtMs },
    ...{ primes: [], ancestors: [], ruleId: undefined, provenance: undefined },
  };
}

function toActor(token: FoundExchangedToken | undefined, nowMs: number): Actor {
  if (token === undefined)
    throw unauthenticated('The token is not known to this registry; ask its operator for one.');
  if (token.revokedAtMs !== undefined) throw unauthenticated('The token was revoked; exchange another one.');
  if (token.expiresAtMs <= nowMs) throw unauthenticated('The token has expired; exchange another one.');
  if (token.hasEndedOrigin)
    throw unauthenticated(
      'The token has ended, because the token or the rule that it comes from has; exchange another one.',
    );
  const { id, name, kind, permissions, scopes, primes, ancestors, ruleId, provenance, expiresAtMs } = token;
  return {
    ...{ tokenId: id, tokenName: name, kind, permissions, scopes, primes },
    ...{ ancestors, ruleId, provenance, expiresAtMs },
  };
}

/** The answer to a client without a valid token (RFC 6750, section 3). */
function unauthenticated(detail: string): RegistryError {
  return new RegistryError('unauthenticated', { detail, headers: { 'WWW-Authenticate': 'Bearer' } });
}
