// Writes files as a tar stream, one at a time, so that memory stays flat.

import { findManifestProblem } from '../paths/manifest-path.ts';
import { findPathProblem } from '../paths/path-rules.ts';
import { PathTree } from '../paths/path-tree.ts';
import { sortByPath } from '../paths/sort-by-path.ts';
import { streamTar } from '../stream/stream-tar.ts';
import { MAX_OCTAL_SIZE_BYTES } from '../tar/number-field.ts';
import type { PackEntry } from './pack-entry.ts';
import { PackError } from './pack-error.ts';

/**
 * The tar stream of the files, sorted by path; the same bytes for the same paths and contents.
 * @throws PackError before the first byte for an invalid path or size, or when there is no file; later when a
 *   file does not have its announced length.
 */
export async function* writeTar(entries: Iterable<PackEntry>): AsyncGenerator<Buffer | Uint8Array> {
  const sorted = sortByPath(entries);
  requirePackable(sorted);
  yield* streamTar(sorted);
}

function requirePackable(entries: readonly PackEntry[]): void {
  if (entries.length === 0) throw new PackError('.', 'contains no files; a Prime needs at least one');
  const tree = new PathTree();
  for (const { path, sizeBytes } of entries) {
    const problem =
      findPathProblem(path) ?? findManifestProblem(path, sizeBytes) ?? findSizeProblem(sizeBytes);
    if (problem !== undefined) throw new PackError(path, problem);
    const collision = tree.add(path, 'file');
    if (collision !== undefined) throw new PackError(path, `cannot be packed: ${collision}`);
  }
}

function findSizeProblem(sizeBytes: number): string | undefined {
  if (sizeBytes <= MAX_OCTAL_SIZE_BYTES) return undefined;
  return 'is larger than 8 GiB, which a tar header cannot hold; split it';
}
