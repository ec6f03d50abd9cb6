// Replaces a token by a new one with the same permissions. Both are valid for an overlap, so that clients can
// be switched one after another.
import type { TokenRecord, TokenStore } from '@prime-registry/store';
import { operatorActs } from './act.ts';
import { digestSecret } from './authenticate-token.ts';
import { makeToken } from './create-token.ts';

/** The result of a rotation, or why it was refused. */
export type Rotation =
  | {
      readonly outcome: 'rotated';
      /** The new token and its secret, which cannot be read again. */
      readonly token: TokenRecord;
      readonly secret: string;
      /** When the old token expires. */
      readonly overlapEndsAtMs: number;
    }
  /** @property outcome - `overtaken` by another rotation or a revocation, after the token was read */
  | { readonly outcome: 'unknown' | 'revoked' | 'expired' | 'overtaken' };

export interface RotationRequest {
  readonly id: string;
  /** How long the old token stays valid, unless it expires before. */
  readonly overlapMs: number;
  /** How long the new token is valid; undefined for as long as the old one was meant to be. */
  readonly lifetimeMs: number | undefined;
}

/** Rotates a token. An expired or revoked one is refused: it may be in the wrong hands. */
export async function rotateToken(
  {
    store,
    now,
  }: { readonly store: Pick<TokenStore, 'listTokens' | 'replaceToken'>; readonly now: () => number },
  { id, overlapMs, lifetimeMs }: RotationRequest,
): Promise<Rotation> {
  const old = (await store.listTokens()).find((token) => token.id === id);
  if (old === undefined) return { outcome: 'unknown' };
  const nowMs = now();
  const endsAtMs = old.expiresAtMs ?? Number.POSITIVE_INFINITY;
  if (old.revokedAtMs !== undefined) return { outcome: 'revoked' };
  if (endsAtMs <= nowMs) return { outcome: 'expired' };
  const lifetime = lifetimeMs ?? endsAtMs - old.createdAtMs;
  const { token, secret } = makeToken(
    { ...old, expiresAtMs: Number.isFinite(lifetime) ? nowMs + lifetime : undefined },
    nowMs,
  );
  const overlapEndsAtMs = Math.min(nowMs + overlapMs, endsAtMs);
  const act = operatorActs('token-rotate', nowMs);
  const isReplaced = await store.replaceToken(id, overlapEndsAtMs, token, digestSecret(secret), act);
  if (!isReplaced) return { outcome: 'overtaken' };
  return { outcome: 'rotated', token, secret, overlapEndsAtMs };
}
