// Replaces a token by another that may do the same. Both are good for a while, so that nobody who uses it is shut out
// before the new one is in place.
import type { TokenRecord, TokenStore } from '@prime-registry/store';
import { operatorActs } from './act.ts';
import { digestSecret } from './authenticate-token.ts';
import { makeToken } from './create-token.ts';

/** What a rotation did, or why it was not carried out. */
export type Rotation =
  | {
      readonly outcome: 'rotated';
      /** The new token and its secret, which cannot be had again. */
      readonly token: TokenRecord;
      readonly secret: string;
      /** When the old one ends. */
      readonly overlapEndsAtMs: number;
    }
  | { readonly outcome: 'unknown' | 'revoked' | 'expired' };

/** What to do with which token. */
export interface RotationRequest {
  readonly id: string;
  /** How long the old one goes on, unless it ends before. */
  readonly overlapMs: number;
  /** How long the new one is good for; undefined for as long as the old one was meant to be. */
  readonly lifetimeMs: number | undefined;
}

/** Rotates a token. One that is bad already cannot be: whoever has it may not have it rightly. */
export async function rotateToken(
  { store, now }: { readonly store: TokenStore; readonly now: () => number },
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
  // Somebody was faster.
  if (!isReplaced) return { outcome: 'revoked' };
  return { outcome: 'rotated', token, secret, overlapEndsAtMs };
}
