// Packs files into a reproducible .tar.gz.
import { pipeline, type Readable, Transform } from 'node:stream';
import { createGzip } from 'node:zlib';
import { sortByPath } from '../paths/sort-by-path.ts';
import { streamTar } from '../stream/stream-tar.ts';
import { findPackProblems } from './find-pack-problems.ts';
import type { PackEntry } from './pack-entry.ts';
import { PackError, requireNoProblem } from './pack-error.ts';

const OS_BYTE_OFFSET = 9;
const OS_UNKNOWN = 255;

/**
 * The .tar.gz of the files. It depends only on paths and contents: entries are sorted by the bytes of their
 * paths, and all have the mode 0644, the user and group 0 and one fixed time; folders are implied by their
 * files.
 *
 * The tar stream inside is identical everywhere. Its compressed form is identical for one version of zlib,
 * and so for one version of Node.js; another version may compress the same stream to other bytes.
 *
 * The stream fails with a {@link PackError} for a path that fails inspection, and for a file that changes its
 * size while it is read.
 */
export function packEntries(entries: Iterable<PackEntry>): Readable {
  // Errors reach the reader of the last stream: pipeline destroys it with the error.
  return pipeline(writeTar(entries), createGzip({ level: 9 }), clearOsByte(), () => {});
}

/** The tar stream. Fails before the first byte for each invalid path or size, or when there is no file. */
async function* writeTar(entries: Iterable<PackEntry>): AsyncGenerator<Buffer | Uint8Array> {
  const sorted = sortByPath(entries);
  if (sorted.length === 0) throw new PackError('.', 'contains no files; a Prime needs at least one');
  requireNoProblem(findPackProblems(sorted));
  yield* streamTar(sorted);
}

/**
 * zlib writes no name and no time into the gzip header (RFC 1952, section 2.3.1), but it writes its operating
 * system.
 */
function clearOsByte(): Transform {
  let position = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const index = OS_BYTE_OFFSET - position;
      if (index >= 0 && index < chunk.length) chunk[index] = OS_UNKNOWN;
      position += chunk.length;
      done(null, chunk);
    },
  });
}
