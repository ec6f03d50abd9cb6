// Writes files as a tar stream, one at a time, so that memory stays flat.

import { sortByPath } from '../paths/sort-by-path.ts';
import { streamTar } from '../stream/stream-tar.ts';
import { findPackProblems } from './find-pack-problems.ts';
import type { PackEntry } from './pack-entry.ts';
import { PackError, requireNoProblem } from './pack-error.ts';

/**
 * The tar stream of the files, sorted by path; the same bytes for the same paths and contents.
 * @throws PackError before the first byte for each invalid path or size, or when there is no file; later when a
 *   file does not have its announced length.
 */
export async function* writeTar(entries: Iterable<PackEntry>): AsyncGenerator<Buffer | Uint8Array> {
  const sorted = sortByPath(entries);
  requirePackable(sorted);
  yield* streamTar(sorted);
}

function requirePackable(entries: readonly PackEntry[]): void {
  if (entries.length === 0) throw new PackError('.', 'contains no files; a Prime needs at least one');
  requireNoProblem(findPackProblems(entries));
}
