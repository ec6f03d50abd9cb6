// One file to pack, wherever it is: on disk, in memory, elsewhere.
import type { Readable } from 'node:stream';

/** A file of a Prime. */
export interface PackEntry {
  /** Path in the Prime, with `/` between folders. */
  path: string;
  /** Length of the contents in bytes; {@link read} must give exactly as much. */
  sizeBytes: number;
  /** Begins to read the contents; called once for each packing. */
  read(): Readable | AsyncIterable<Uint8Array>;
}
