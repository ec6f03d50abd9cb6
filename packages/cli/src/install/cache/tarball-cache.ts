// Tarballs that were downloaded once, by their digests, for all projects of a user. Everything in here can be had again: what
// cannot be read is fetched, what cannot be written is done without.
import { createHash, hash as digestOf } from 'node:crypto';
import { createReadStream, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isSha256 } from '@prime-registry/protocol';
import { CacheWriter } from './cache-writer.ts';

/** A tarball of the cache. */
export interface CachedTarball {
  readonly path: string;
  readonly sizeBytes: number;
}

/** The cache no longer has the tarball as it was: it is to be fetched again. */
export class DamagedTarballError extends Error {
  override readonly name = 'DamagedTarballError';
}

/** Up to this size a tarball is read and verified at once, in bytes. */
const AT_ONCE_BYTES = 1024 * 1024;
const READ_CHUNK_BYTES = 128 * 1024;

/** The tarballs in a folder, as `ab/abcd…`. Any number of processes may use it at once. */
export class TarballCache {
  readonly #folder: string;
  readonly #writer: CacheWriter;

  /** `onWarning` is told once, in a sentence, when nothing can be stored. The folder is made when it is needed. */
  constructor(folder: string, { onWarning }: { readonly onWarning?: (text: string) => void } = {}) {
    this.#folder = folder;
    this.#writer = new CacheWriter(folder, onWarning);
  }

  /** The tarball with the digest; undefined when it is not in the cache, or out of reach. */
  async find(sha256: string): Promise<CachedTarball | undefined> {
    const path = this.#pathOf(sha256);
    try {
      const { size } = statSync(path);
      return { path, sizeBytes: size };
    } catch {
      return undefined;
    }
  }

  /**
   * Reads a tarball and verifies it: a small one before its bytes are handed out, a large one by the end of the iteration, until
   * when nothing may be done with them that cannot be undone.
   * @throws DamagedTarballError when it has other bytes, and was removed, or cannot be read
   */
  async *read(sha256: string): AsyncGenerator<Uint8Array> {
    const path = this.#pathOf(sha256);
    try {
      // Blocking calls: for many small files they take a fraction of the time.
      const { size } = statSync(path);
      if (size > AT_ONCE_BYTES) return yield* readVerified(path, sha256);
      const bytes = readFileSync(path);
      requireDigest(digestOf('sha256', bytes), sha256);
      yield bytes;
    } catch (error) {
      removeDamaged(path);
      throw new DamagedTarballError(`the cache cannot give the tarball ${sha256}`, { cause: error });
    }
  }

  /**
   * Hands the chunks on, and stores them if the iteration comes to its end; they have to be verified by then. Whoever leaves
   * early, or a source that fails, leaves nothing behind. What goes wrong with the cache is a warning.
   */
  async *tee(sha256: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    using entry = this.#writer.begin(this.#pathOf(sha256));
    for await (const chunk of chunks) {
      entry.write(chunk);
      yield chunk;
    }
    entry.keep();
  }

  /** Forgets a tarball that is what it should be and still of no use. */
  remove(sha256: string): void {
    removeDamaged(this.#pathOf(sha256));
  }

  #pathOf(sha256: string): string {
    if (!isSha256(sha256)) throw new TypeError('a tarball is cached by a SHA-256 in lower case');
    return join(this.#folder, sha256.slice(0, 2), sha256);
  }
}

function removeDamaged(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // It is found again, and found damaged again.
  }
}

async function* readVerified(path: string, sha256: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: READ_CHUNK_BYTES })) {
    hash.update(chunk);
    yield chunk;
  }
  requireDigest(hash.digest('hex'), sha256);
}

function requireDigest(actual: string, sha256: string): void {
  if (actual !== sha256) throw new Error(`its bytes have the SHA-256 ${actual}`);
}
