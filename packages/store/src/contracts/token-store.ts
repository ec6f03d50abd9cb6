// Access tokens, of which the store has the digest alone.
import type { Permission } from '@prime-registry/protocol';
import type { Act } from './audit-store.ts';

/** A token as it is stored: never the secret, only its digest. */
export interface TokenRecord {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  /** Scopes with their `@`, or `*` for all. */
  readonly scopes: readonly string[];
  readonly createdAtMs: number;
  readonly expiresAtMs: number | undefined;
  readonly revokedAtMs: number | undefined;
  /** To the hour; undefined for never. */
  readonly lastUsedAtMs: number | undefined;
}

/** Access tokens. */
export interface TokenStore {
  /** @param secretSha256 - digest of the secret, 32 bytes. */
  insertToken(token: TokenRecord, secretSha256: Uint8Array, act: Act): Promise<void>;
  findTokenBySecret(secretSha256: Uint8Array): Promise<TokenRecord | undefined>;
  /** Every token ever made, oldest first. */
  listTokens(): Promise<TokenRecord[]>;
  /** @returns the token as it now is; undefined when there is none with this id. */
  revokeToken(id: string, revokedAtMs: number, act: Act): Promise<TokenRecord | undefined>;
  /**
   * Inserts a token and makes the one with this id end, both or neither.
   * @returns false when there is no such token, or it was revoked.
   */
  replaceToken(
    id: string,
    endsAtMs: number,
    token: TokenRecord,
    secretSha256: Uint8Array,
    act: Act,
  ): Promise<boolean>;
  /** Stores when tokens were used, unless a later use is stored already. */
  noteTokenUses(uses: readonly { readonly id: string; readonly usedAtMs: number }[]): Promise<void>;
}
