// Incompressible content, so that packed and unpacked sizes are equal.
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { encodeTarHeader, TAR_END, tarPadding } from './tar-header.ts';

const CHUNK_BYTES = 2 ** 20;

/**
 * Writes a .tar.gz with one file of random bytes.
 * @returns its size in bytes, a little above the content's
 */
export async function writeRandomTarball(path: string, contentBytes: number): Promise<number> {
  // Level 0 stores the bytes, because no level can compress random bytes.
  await pipeline(Readable.from(tarOf(contentBytes)), createGzip({ level: 0 }), createWriteStream(path));
  return (await stat(path)).size;
}

function* tarOf(contentBytes: number): Generator<Buffer> {
  yield encodeTarHeader('random.bin', contentBytes);
  yield* randomChunks(contentBytes);
  yield tarPadding(contentBytes);
  yield TAR_END;
}

function* randomChunks(sizeBytes: number): Generator<Buffer> {
  for (let left = sizeBytes; left > 0; left -= CHUNK_BYTES) yield randomBytes(Math.min(left, CHUNK_BYTES));
}
