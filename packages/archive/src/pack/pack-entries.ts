// Packs files into a .tar.gz that is the same wherever and whenever it is made.
import { pipeline, type Readable, Transform } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { PackEntry } from './pack-entry.ts';
import { writeTar } from './write-tar.ts';

const OS_BYTE_OFFSET = 9;
const OS_UNKNOWN = 255;

/**
 * The .tar.gz of the files. Only paths and contents go into it: entries are sorted by the bytes of their paths,
 * and all have the mode 0644, the user and group 0 and one fixed time; folders are implied by the files in them.
 *
 * The tar stream inside is identical everywhere. Its compressed form is identical for one version of zlib, and
 * so for one version of Node; another may find other matches and give other bytes for the same stream.
 *
 * The stream fails with a {@link PackError} for a path that no inspection would accept, and for a file that
 * changes its size while it is read.
 */
export function packEntries(entries: Iterable<PackEntry>): Readable {
  // Failures reach whoever reads the last stream: pipeline destroys it with the error.
  return pipeline(writeTar(entries), createGzip({ level: 9 }), clearOsByte(), () => {});
}

/** zlib writes no name and no time into the gzip header (RFC 1952, section 2.3.1), but the system it was built for. */
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
