// Writes a tar stream of files in the order in which they arrive, for streams that are too long for a list of
// files.
import type { PackEntry } from '../pack/pack-entry.ts';
import { PackError } from '../pack/pack-error.ts';
import { BLOCK_BYTES, countPaddingBytes } from '../tar/block.ts';
import { encodeFileHeader } from '../tar/write-header.ts';

/**
 * Writes files as a tar stream (pax if ustar cannot hold the path or the size), one at a time: memory stays
 * flat. The caller must ensure that paths are valid and unique.
 * @throws PackError when a file does not have its announced length
 */
export async function* streamTar(
  entries: Iterable<PackEntry> | AsyncIterable<PackEntry>,
): AsyncGenerator<Uint8Array> {
  for await (const entry of entries) {
    yield encodeFileHeader(entry.path, entry.sizeBytes);
    yield* readExactly(entry);
    yield Buffer.alloc(countPaddingBytes(entry.sizeBytes));
  }
  yield Buffer.alloc(2 * BLOCK_BYTES);
}

async function* readExactly(entry: PackEntry): AsyncGenerator<Uint8Array> {
  let readBytes = 0;
  for await (const chunk of entry.read()) {
    readBytes += chunk.length;
    if (readBytes > entry.sizeBytes) break;
    yield chunk;
  }
  if (readBytes !== entry.sizeBytes) {
    throw new PackError(
      entry.path,
      'changed its size while it was packed; pack again once nothing writes to it',
    );
  }
}
