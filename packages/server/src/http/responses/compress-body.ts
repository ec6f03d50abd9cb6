// Compresses the bodies of answers, each content once: what is asked for again comes from memory.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LruCache } from '@prime-registry/concurrency';
import type { Encoding } from '../requests/accepted-encoding.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** A smaller body fits into one packet in any case. */
export const MIN_COMPRESSED_BYTES = 1024;

/** A larger body would hold its memory, and a processor, for too long. */
export const MAX_COMPRESSED_BYTES = 2 * 1024 * 1024;

/** Compressed bodies that are kept, in bytes; each process has its own. */
const KEPT_BYTES = 8 * 1024 * 1024;

/**
 * Bodies that wait for their compression, in characters or bytes. It takes the threads that also read files and
 * tarballs: past some tens of milliseconds of work for them, bodies are sent as they are.
 */
const MAX_BUSY_BYTES = 2 * MAX_COMPRESSED_BYTES;

/** Of brotli, 0 to 11: about as fast as gzip, and smaller. */
const QUALITY = 5;
/** For files of the registry itself: some 40 ms for a style sheet, but seconds for the largest picture of an author. */
const BEST_QUALITY = 11;

/** A body to compress. */
export interface PlainBody {
  readonly body: string | Uint8Array;
  /** Different for different contents, such as an entity tag. */
  readonly tag: string;
  /** Whether it is a file of the registry itself: more work for it pays, and nobody else chooses how much. */
  readonly isOwn: boolean;
}

/** Compressed bodies by their content. */
export class CompressedBodies {
  readonly #kept = new LruCache<Uint8Array>({ maxSize: KEPT_BYTES, sizeOf: ({ length }) => length + 200 });
  #busyBytes = 0;

  /**
   * The compressed body; simultaneous callers share the work.
   * @returns undefined if too much waits for that already
   */
  async compress(
    { body, tag, isOwn }: PlainBody,
    encoding: Exclude<Encoding, 'identity'>,
  ): Promise<Uint8Array | undefined> {
    const key = `${encoding} ${tag}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    if (this.#busyBytes + body.length > MAX_BUSY_BYTES) return undefined;
    this.#busyBytes += body.length;
    try {
      return await this.#kept.getOrLoad(key, () => pack(body, encoding, isOwn));
    } finally {
      this.#busyBytes -= body.length;
    }
  }
}

async function pack(
  body: PlainBody['body'],
  encoding: Exclude<Encoding, 'identity'>,
  isBest: boolean,
): Promise<Uint8Array> {
  if (encoding === 'gzip') return compressGzip(body, { level: isBest ? 9 : 6 });
  return compressBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: isBest ? BEST_QUALITY : QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      ...(typeof body === 'string' && {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      }),
    },
  });
}
