// A file to pack, from any source: a disk, memory or a stream.
import type { Readable } from 'node:stream';

export interface PackEntry {
  /** Path in the Prime, with `/` between folders. */
  path: string;
  /** Length of the contents in bytes; {@link read} must return exactly that many. */
  sizeBytes: number;
  /** Starts to read the contents; called once for each packing. */
  read(): Readable | AsyncIterable<Uint8Array>;
}
