// Interface to access tokens. The store has only the digest of a secret.
import type { Permission } from '@prime-registry/protocol';
import type { Act } from './audit-store.ts';

/** A stored token, without secret and digest. */
export interface TokenRecord {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  /** Scopes with their `@`, or `*` for all. */
  readonly scopes: readonly string[];
  readonly createdAtMs: number;
  readonly expiresAtMs: number | undefined;
  readonly revokedAtMs: number | undefined;
  /** With a resolution of an hour; undefined for never. */
  readonly lastUsedAtMs: number | undefined;
}

/** Access tokens. */
export interface TokenStore {
  /** @param secretSha256 - digest of the secret, 32 bytes. */
  insertToken(token: TokenRecord, secretSha256: Uint8Array, act: Act): Promise<void>;
  /**
   * Inserts the token of a new registry. Of several processes that do so at the same time, one inserts its token.
   * @returns false, without a change, if there is any other token
   */
  insertFirstToken(token: TokenRecord, secretSha256: Uint8Array, act: Act): Promise<boolean>;
  findTokenBySecret(secretSha256: Uint8Array): Promise<TokenRecord | undefined>;
  /**
   * The tokens with these secrets, exchanged ones included, in their order; undefined for those that were never created,
   * or were deleted after their end. At most some thousands.
   */
  findTokensBySecrets(secretSha256s: readonly Uint8Array[]): Promise<(TokenRecord | undefined)[]>;
  /** Every token ever created, oldest first. */
  listTokens(): Promise<TokenRecord[]>;
  /** Also of an exchanged token. @returns the token after the change; undefined if there is none with this id */
  revokeToken(id: string, revokedAtMs: number, act: Act): Promise<TokenRecord | undefined>;
  /**
   * Inserts a token and sets the expiry of the one with this id, in one transaction.
   * @returns false, without a change, if there is no token with this id, it was revoked, or it ends sooner already
   */
  replaceToken(
    id: string,
    endsAtMs: number,
    token: TokenRecord,
    secretSha256: Uint8Array,
    act: Act,
  ): Promise<boolean>;
  /** Stores when tokens were used, unless a later use is already stored. */
  noteTokenUses(uses: readonly { readonly id: string; readonly usedAtMs: number }[]): Promise<void>;
}
