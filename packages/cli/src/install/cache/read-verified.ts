// Reads a cached tarball and verifies it. A damaged one is removed.
import { createHash, hash as digestOf } from 'node:crypto';
import { createReadStream, rmSync } from 'node:fs';
import { unlessFailed } from '../../errors/expected.ts';
import { readRegularFile } from '../../files/read-regular-file.ts';

/** The cached tarball is damaged: download it again. */
export class DamagedTarballError extends Error {
  override readonly name = 'DamagedTarballError';
}

/** Tarballs up to this size are read and verified in one piece. In bytes. */
const AT_ONCE_BYTES = 1024 * 1024;
const READ_CHUNK_BYTES = 128 * 1024;

/**
 * Reads a tarball: a small one is verified before its first byte is yielded, a large one at the end of the iteration.
 * @returns chunks that throw DamagedTarballError
 */
export function readVerified(
  path: string,
  sha256: string,
  sizeBytes: number,
): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  return sizeBytes > AT_ONCE_BYTES ? readInPieces(path, sha256) : readAtOnce(path, sha256);
}

/** Removes a tarball. Never throws. */
export function removeDamaged(path: string): void {
  // The next read detects the damage again.
  unlessFailed(() => rmSync(path, { recursive: true, force: true }));
}

/** Blocking calls, and no promises, are much faster for many small files. */
function* readAtOnce(path: string, sha256: string): Generator<Uint8Array> {
  try {
    const bytes = readRegularFile(path, AT_ONCE_BYTES);
    requireDigest(digestOf('sha256', bytes), sha256);
    yield bytes;
  } catch (error) {
    throw forget(path, sha256, error);
  }
}

async function* readInPieces(path: string, sha256: string): AsyncGenerator<Uint8Array> {
  try {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path, { highWaterMark: READ_CHUNK_BYTES })) {
      hash.update(chunk);
      yield chunk;
    }
    requireDigest(hash.digest('hex'), sha256);
  } catch (error) {
    throw forget(path, sha256, error);
  }
}

function requireDigest(actual: string, sha256: string): void {
  if (actual !== sha256) throw new Error(`its bytes have the SHA-256 ${actual}`);
}

function forget(path: string, sha256: string, cause: unknown): DamagedTarballError {
  removeDamaged(path);
  return new DamagedTarballError(`the cached tarball ${sha256} is damaged or unreadable`, { cause });
}
