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

/** Of brotli, 0 to 11: about as fast as gzip, and smaller. */
const QUALITY = 5;
/** For files that are cached for good: some 40 ms for a style sheet. */
const BEST_QUALITY = 11;

/** A body to compress. */
export interface PlainBody {
  readonly body: string | Uint8Array;
  /** Different for different contents, such as an entity tag. */
  readonly tag: string;
  /** Whether it never changes, so that more work for it pays. */
  readonly isUnchanging: boolean;
}

/** Compressed bodies by their content. */
export class CompressedBodies {
  readonly #kept = new LruCache<Uint8Array>({ maxSize: KEPT_BYTES, sizeOf: ({ length }) => length + 200 });

  /** The compressed body; simultaneous callers share the work. */
  compress(
    { body, tag, isUnchanging }: PlainBody,
    encoding: Exclude<Encoding, 'identity'>,
  ): Promise<Uint8Array> {
    return this.#kept.getOrLoad(`${encoding} ${tag}`, async () => {
      if (encoding === 'gzip') return compressGzip(body, { level: isUnchanging ? 9 : 6 });
      return compressBrotli(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: isUnchanging ? BEST_QUALITY : QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
          ...(typeof body === 'string' && {
            [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          }),
        },
      });
    });
  }
}
