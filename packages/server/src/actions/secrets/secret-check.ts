// Judges the tokens that were found in a tarball or a text: a valid token of this registry must not be
// published.
import type { TokenStore } from '@prime-registry/store';
import { findTokens } from '../../tasks/publish/find-tokens.ts';
import type { TokenDigest } from '../../tasks/publish/found-tokens.ts';
import type { FoundSecrets, SecretScan, SecretSearch } from '../../tasks/publish/tarball-secrets.ts';
import { digestSecret } from '../tokens/authenticate-token.ts';

/**
 * - `valid`: a token of this registry, neither revoked nor expired, or the operator's own.
 * - `ended`: a token of this registry that was revoked or has expired.
 * - `unknown`: not a token of this registry.
 */
export type TokenState = 'valid' | 'ended' | 'unknown';

export interface SecretCheckDeps {
  readonly store: Pick<TokenStore, 'findTokensBySecrets'>;
  /** The operator's own token. */
  readonly adminToken: string | undefined;
  readonly secretScan: SecretScan;
  readonly now: () => number;
}

/** Finds and judges tokens. */
export class SecretCheck {
  readonly #deps: SecretCheckDeps;
  readonly #operatorSha256: string | undefined;
  /** How tarballs are searched. */
  readonly search: SecretSearch;

  constructor(deps: SecretCheckDeps) {
    const { adminToken, secretScan } = deps;
    this.#deps = deps;
    this.#operatorSha256 = adminToken && Buffer.from(digestSecret(adminToken)).toString('hex');
    this.search = { secretScan, operatorToken: adminToken };
  }

  /** The state of each token, by its digest. Without tokens, nothing is asked. */
  async judge(tokens: readonly Pick<TokenDigest, 'sha256'>[]): Promise<Map<string, TokenState>> {
    if (tokens.length === 0) return new Map();
    const { store, now } = this.#deps;
    const nowMs = now();
    const records = await store.findTokensBySecrets(tokens.map(({ sha256 }) => Buffer.from(sha256, 'hex')));
    return new Map(
      tokens.map(({ sha256 }, index): [string, TokenState] => {
        if (sha256 === this.#operatorSha256) return [sha256, 'valid'];
        const record = records[index];
        if (record === undefined) return [sha256, 'unknown'];
        const hasEnded = record.revokedAtMs !== undefined || (record.expiresAtMs ?? Infinity) <= nowMs;
        return [sha256, hasEnded ? 'ended' : 'valid'];
      }),
    );
  }

  /** The tokens in some text. */
  findIn(text: Uint8Array | string): TokenDigest[] {
    return findTokens(text, this.#deps.adminToken);
  }

  /** Why a tarball must not be published, one message for each place; it never contains a token. */
  async findRefusals({ tokens, hasTooManyTokens }: FoundSecrets): Promise<string[]> {
    if (hasTooManyTokens) return ['has too many texts that look like access tokens; remove them'];
    const states = await this.judge(tokens);
    const valid = tokens.filter(({ sha256 }) => states.get(sha256) === 'valid');
    const places = new Set(valid.map(({ path }) => path ?? 'the metadata of the archive'));
    return [...places].map(
      (place) => `${place} contains a valid access token of this registry; revoke it and remove it`,
    );
  }
}
