// What a tarball must not have, found in the paths and sizes of the files before the first byte is read.
import { findManifestProblem } from '../paths/manifest-path.ts';
import { findPathProblem } from '../paths/path-rules.ts';
import { PathTree } from '../paths/path-tree.ts';
import { MAX_OCTAL_SIZE_BYTES } from '../tar/number-field.ts';
import type { PackEntry } from './pack-entry.ts';
import type { PackProblem } from './pack-error.ts';

/** The problems of the files, which are sorted by path. Two names for one folder are a problem once, not for each of its files. */
export function findPackProblems(entries: readonly PackEntry[]): PackProblem[] {
  const tree = new PathTree();
  const collisions = new Set<string>();
  return entries.flatMap(({ path, sizeBytes }) => {
    const problem =
      findPathProblem(path) ?? findManifestProblem(path, sizeBytes) ?? findSizeProblem(sizeBytes);
    if (problem !== undefined) return [{ path, complaint: problem }];
    const collision = tree.add(path, 'file');
    if (collision === undefined || collisions.has(collision)) return [];
    collisions.add(collision);
    return [{ path, complaint: `cannot be packed: ${collision}` }];
  });
}

function findSizeProblem(sizeBytes: number): string | undefined {
  if (sizeBytes <= MAX_OCTAL_SIZE_BYTES) return undefined;
  return 'is larger than 8 GiB, which a tar header cannot hold; split it';
}
