// The cache of downloaded tarballs, by digest, for all projects of a user. Everything in it can be downloaded
// again: errors of the cache never fail a command.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isSha256 } from '@prime-registry/protocol';
import { unlessFailed } from '../../errors/expected.ts';
import { CacheWriter } from './cache-writer.ts';
import { readVerified, removeDamaged } from './read-verified.ts';

export interface CachedTarball {
  readonly path: string;
  readonly sizeBytes: number;
}

/** Tarballs in a folder, as `ab/abcd…`. Any number of processes may use it at the same time. */
export class TarballCache {
  readonly #folder: string;
  readonly #writer: CacheWriter;

  /**
   * `onWarning` is called once, with a sentence, if the cache cannot be written. The folder is created on
   * demand.
   */
  constructor(folder: string, { onWarning }: { readonly onWarning?: (text: string) => void } = {}) {
    this.#folder = folder;
    this.#writer = new CacheWriter(folder, onWarning);
  }

  /** The tarball with the digest; undefined if it is not in the cache or cannot be accessed. */
  async find(sha256: string): Promise<CachedTarball | undefined> {
    const path = this.#pathOf(sha256);
    const sizeBytes = findSize(path);
    return sizeBytes === undefined ? undefined : { path, sizeBytes };
  }

  /**
   * Reads a tarball and verifies it: a small one before its first byte is yielded, a large one at the end of
   * the iteration. Until then the caller must be able to undo its work. Both are read when the iteration begins.
   * @param sizeBytes - from {@link find}
   * @returns chunks that throw DamagedTarballError if it cannot be read or has other bytes; it is removed
   */
  read(
    sha256: string,
    // The read of a file whose size is not known fails.
    sizeBytes = findSize(this.#pathOf(sha256)) ?? 0,
  ): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
    return readVerified(this.#pathOf(sha256), sha256, sizeBytes);
  }

  /**
   * Passes the chunks on, and stores them if the iteration reaches its end; the source must have verified
   * them by then. Nothing is stored if the consumer stops early or the source fails. Errors of the cache are
   * warnings.
   */
  async *tee(sha256: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    using entry = this.#writer.begin(this.#pathOf(sha256));
    for await (const chunk of chunks) {
      entry.write(chunk);
      yield chunk;
    }
    entry.keep();
  }

  /** Removes a tarball that has the right bytes but cannot be unpacked. */
  remove(sha256: string): void {
    removeDamaged(this.#pathOf(sha256));
  }

  #pathOf(sha256: string): string {
    if (!isSha256(sha256)) throw new TypeError('a tarball is cached by a SHA-256 in lower case');
    return join(this.#folder, sha256.slice(0, 2), sha256);
  }
}

/** In bytes; undefined if that is not known. */
function findSize(path: string): number | undefined {
  return unlessFailed(() => statSync(path).size);
}
