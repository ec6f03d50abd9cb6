// Proof files of a tree, signed, as a log would hand them out: with the entry as extra data.
import {
  formatCheckpoint,
  formatNote,
  formatProofFile,
  type NoteSigner,
  proveInclusion,
  signNote,
} from '../src/index.ts';
import { entryAt, type GrownTree } from './grown-tree.ts';
import { sha256 } from './node-crypto.ts';

/** The note of a tree's checkpoint; its origin is the name of the key. */
export function signCheckpoint(tree: GrownTree, size: number, signer: NoteSigner): string {
  const checkpoint = { origin: signer.key.name, size, root: tree.rootAt(size) };
  return formatNote(signNote(formatCheckpoint(checkpoint), [signer]));
}

/** The proof of an entry in the tree of a size. */
export async function signProof(
  tree: GrownTree,
  index: number,
  size: number,
  signer: NoteSigner,
): Promise<string> {
  return formatProofFile({
    extra: entryAt(index),
    index,
    hashes: await proveInclusion(sha256, tree.read, index, size),
    checkpoint: signCheckpoint(tree, size, signer),
  });
}
