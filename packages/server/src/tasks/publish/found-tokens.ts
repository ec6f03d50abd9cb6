// The access tokens that were found in an upload.
import { hash } from 'node:crypto';
import { isTokenWellFormed } from '@prime-registry/protocol';

/** Most texts with the form of a token that are judged, in all finders of a {@link FoundTokens}. */
const MAX_TEXTS = 100_000;
/** Most different tokens that are kept: each is looked up in the store. */
const MAX_TOKENS = 1000;

/** A text with the form and the checksum of a token, or the operator's own token. */
export interface TokenDigest {
  /** SHA-256 of the token, 64 hexadecimal digits. */
  readonly sha256: string;
  /** The file that contains it; undefined if it is in the metadata of an archive, or in no file. */
  readonly path: string | undefined;
}

/** The tokens of one upload, without duplicates. */
export class FoundTokens {
  readonly #maxTokens: number;
  readonly #paths = new Map<string, string | undefined>();
  #texts = 0;

  constructor(maxTokens = MAX_TOKENS) {
    this.#maxTokens = maxTokens;
  }

  /** Whether there are too many for all to be judged. */
  get areTooMany(): boolean {
    return this.#paths.size > this.#maxTokens || this.#texts > MAX_TEXTS;
  }

  get size(): number {
    return this.#paths.size;
  }

  /** @param path - of the file; undefined if the token is elsewhere, or not yet known to be in a file */
  add(secret: string, path: string | undefined): void {
    if (this.areTooMany) return;
    this.#paths.set(secret, path ?? this.#paths.get(secret));
  }

  /** Adds a text that may be a token. */
  judge(text: string, path: string | undefined): void {
    this.#texts += 1;
    if (isTokenWellFormed(text)) this.add(text, path);
  }

  /** Their digests: a token itself never leaves this file. */
  list(): TokenDigest[] {
    return [...this.#paths].map(([secret, path]) => ({ sha256: hash('sha256', secret), path }));
  }
}
