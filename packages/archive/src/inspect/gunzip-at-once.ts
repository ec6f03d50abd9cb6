// Unpacks gzip files in one synchronous call. A stream takes a multiple of the time: each of its steps wakes
// another thread and is woken by it.
import { gunzipSync } from 'node:zlib';

/** Above the size of buffers that share their memory with others. */
const MIN_CHUNK_BYTES = 128 * 1024;

/**
 * Unpacks a gzip file of one or more members (RFC 1952, section 2.2).
 * @param maxBytes - the most unpacked bytes; the call holds the thread for about 1 ms per 256 KiB
 * @returns a part of a buffer of its own; undefined if the file would unpack to more, is invalid, or is followed
 *   by other data
 */
export function gunzipAtOnce(packed: Uint8Array, maxBytes: number): Buffer | undefined {
  try {
    // One chunk for all: zlib would leave each further one to the garbage collector. It is never full: zlib would
    // allocate another one.
    const options = {
      chunkSize: Math.max(maxBytes + 1, MIN_CHUNK_BYTES),
      maxOutputLength: maxBytes,
      info: true,
    };
    const { buffer, engine } = gunzipSync(packed, options) as unknown as Unpacked;
    return engine.bytesWritten === packed.length ? buffer : undefined;
  } catch {
    return undefined;
  }
}

/** What `info` makes of the result; its type declaration leaves it out. */
interface Unpacked {
  readonly buffer: Buffer;
  /** The number of packed bytes that were read. */
  readonly engine: { readonly bytesWritten: number };
}
