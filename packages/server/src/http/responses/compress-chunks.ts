// Compresses a text while it is written. Each chunk leaves before the next one is asked for: a reader gets the beginning
// at once, and memory does not grow with the text.
import { once } from 'node:events';
import { type BrotliCompress, constants, createBrotliCompress, createGzip, type Gzip } from 'node:zlib';
import type { Encoding } from '../requests/accepted-encoding.ts';

/** Of brotli, 0 to 11, and of gzip: a long text is compressed again for each reader. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 4;
/** How far back brotli looks for repetitions, as a power of two, in bytes: further back costs each reader megabytes. */
const BROTLI_WINDOW_BITS = 18;

/** The memory of one compression, in bytes. */
export const COMPRESSION_BYTES = 2 * 1024 * 1024;

/**
 * The chunks, compressed. The work is done in threads of Node.js. Ends the given chunks if the caller ends these.
 * @throws what the given chunks throw
 */
export async function* compressChunks(
  chunks: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (encoding === 'identity') {
    yield* chunks;
    return;
  }
  const packer = createPacker(encoding);
  const packed: Uint8Array[] = [];
  packer.on('data', (part: Buffer) => packed.push(part));
  const failed = once(packer, 'error').then(([error]) => Promise.reject(error));
  failed.catch(() => {});
  try {
    for await (const chunk of chunks) {
      packer.write(chunk);
      await Promise.race([new Promise<void>((resolve) => packer.flush(() => resolve())), failed]);
      if (packed.length > 0) yield Buffer.concat(packed.splice(0));
    }
    packer.end();
    await once(packer, 'end');
    yield Buffer.concat(packed);
  } finally {
    packer.destroy();
  }
}

function createPacker(encoding: 'br' | 'gzip'): BrotliCompress | Gzip {
  if (encoding === 'gzip') return createGzip({ level: GZIP_LEVEL });
  return createBrotliCompress({
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  });
}
