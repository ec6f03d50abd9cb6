// Finds what an install must unpack.
import type { FileDigest } from '@prime-registry/archive';
import type { TreeRecords } from './cache/tree-records.ts';
import type { Target } from './look-up.ts';
import { findItem } from './tree/file-stamps.ts';
import { primeFolder, readTree } from './tree/installed-tree.ts';
import type { VerifiedTrees } from './tree/verified-trees.ts';

/** What is known of trees. */
interface TreeDeps {
  readonly projectFolder: string;
  readonly trees: TreeRecords;
  readonly verified: VerifiedTrees;
  readonly signal: AbortSignal;
}

/**
 * The targets that are missing or modified in the tree, and those whose tree digest nothing on this machine
 * proves. A line of lock.yaml alone proves nothing: anyone who changes the tree can change the line.
 * @param readsAll - whether files are read that have not changed since they were verified
 */
export async function findMissing(
  targets: readonly Target[],
  { projectFolder, trees, verified, signal }: TreeDeps,
  readsAll: boolean,
): Promise<Target[]> {
  const missing: Target[] = [];
  // One after another: all calls that read trees block.
  for (const target of targets) {
    signal.throwIfAborted();
    const { name, sha256, tree_sha256 } = target;
    const locked = tree_sha256 === undefined ? undefined : { ...target, tree_sha256 };
    // It takes long to fail to read what is missing, as everything is in a new checkout.
    const isProven =
      locked !== undefined &&
      findItem(primeFolder(projectFolder, name)) !== undefined &&
      (trees.findRecorded(sha256) ?? (await trees.find(sha256))) === tree_sha256;
    if (isProven && !readsAll && verified.isIntact(locked)) continue;
    const stamps = isProven ? verified.stamp(name) : undefined;
    const tree = isProven ? await readTree(projectFolder, locked, signal) : undefined;
    const isIntact =
      tree?.state === 'intact' &&
      // The tarball may be that of another Prime: staging finds out what its registry says.
      (verified.knows(target) ||
        trees.isNamed(target, await readOwnName(primeFolder(projectFolder, name), tree.files)));
    if (!isIntact) missing.push(target);
    else if (isProven) verified.keep(locked, stamps);
  }
  return missing;
}

/** The name and the version in the manifest of installed files. Loads its parser on demand. */
async function readOwnName(folder: string, files: readonly FileDigest[]): Promise<string | undefined> {
  const { readOwnIdentity } = await import('../knowledge/prime-contents.ts');
  return readOwnIdentity(folder, files)?.text;
}
