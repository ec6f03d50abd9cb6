// Issues tokens. Only the answer contains the secret: the store has its digest.
import { randomBytes } from 'node:crypto';
import { generateToken } from '@prime-registry/protocol/basics';
import type { TokenRecord, TokenStore } from '@prime-registry/store';
import { operatorActs } from './act.ts';
import { digestSecret } from './authenticate-token.ts';

/** A token to issue. */
export type TokenRequest = Pick<TokenRecord, 'name' | 'permissions' | 'scopes'> &
  Partial<Pick<TokenRecord, 'expiresAtMs'>>;

/** @returns the stored token, and its secret, which cannot be read again */
export async function createToken(
  { store, now }: { readonly store: Pick<TokenStore, 'insertToken'>; readonly now: () => number },
  request: TokenRequest,
): Promise<{ token: TokenRecord; secret: string }> {
  const { token, secret } = makeToken(request, now());
  const act = operatorActs('token-create', token.createdAtMs);
  await store.insertToken(token, digestSecret(secret), act);
  return { token, secret };
}

/**
 * Creates the token of a new registry, which may do everything.
 * @returns undefined if there is a token: another process was faster
 */
export async function createFirstToken(
  store: Pick<TokenStore, 'insertFirstToken'>,
): Promise<{ token: TokenRecord; secret: string } | undefined> {
  const made = makeToken({ name: 'first', permissions: ['admin'], scopes: ['*'] }, Date.now());
  const act = operatorActs('token-create', made.token.createdAtMs);
  const isFirst = await store.insertFirstToken(made.token, digestSecret(made.secret), act);
  return isFirst ? made : undefined;
}

/** Makes a token without storing it. */
export function makeToken(request: TokenRequest, nowMs: number): { token: TokenRecord; secret: string } {
  const token: TokenRecord = {
    id: randomBytes(6).toString('hex'),
    name: request.name,
    permissions: request.permissions,
    scopes: request.scopes,
    createdAtMs: nowMs,
    expiresAtMs: request.expiresAtMs,
    revokedAtMs: undefined,
    lastUsedAtMs: undefined,
  };
  return { token, secret: generateToken() };
}
