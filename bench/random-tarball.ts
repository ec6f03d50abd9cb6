// Content that cannot be compressed, so that what is unpacked is as much as what is sent.
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

const CHUNK_BYTES = 2 ** 20;
const BLOCK_BYTES = 512;

/** Writes a .tar.gz with one file of random bytes. @returns its own size in bytes, a little above the content's. */
export async function writeRandomTarball(path: string, contentBytes: number): Promise<number> {
  // Level 0 stores, in pieces, which is all that any level can do with random bytes.
  await pipeline(Readable.from(tarOf(contentBytes)), createGzip({ level: 0 }), createWriteStream(path));
  return (await stat(path)).size;
}

/** Writes a file of random bytes. */
export async function writeRandomFile(path: string, sizeBytes: number): Promise<void> {
  await pipeline(Readable.from(randomChunks(sizeBytes)), createWriteStream(path));
}

function* tarOf(contentBytes: number): Generator<Buffer> {
  yield header(contentBytes);
  yield* randomChunks(contentBytes);
  yield Buffer.alloc(((BLOCK_BYTES - (contentBytes % BLOCK_BYTES)) % BLOCK_BYTES) + 2 * BLOCK_BYTES);
}

function* randomChunks(sizeBytes: number): Generator<Buffer> {
  for (let left = sizeBytes; left > 0; left -= CHUNK_BYTES) yield randomBytes(Math.min(left, CHUNK_BYTES));
}

/** A ustar header (POSIX.1-2017, pax, ustar Interchange Format). */
function header(sizeBytes: number): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES);
  const fields: readonly [offset: number, text: string][] = [
    [0, 'random.bin'],
    [100, '0000644'],
    [108, '0000000'],
    [116, '0000000'],
    [124, sizeBytes.toString(8).padStart(11, '0')],
    [136, '00000000000'],
    [148, '        0'], // the checksum, blank while it is summed, and the type: a file
    [257, 'ustar\x0000'],
  ];
  for (const [offset, text] of fields) block.write(text, offset, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0`, 148);
  return block;
}
