// Compares the tree of the database with a head that was signed.
import type { LogHead, LogName, LogStore } from '@prime-registry/store';
import { type Edge, type Hash, readEdge, rootOf, type Sha256 } from '@prime-registry/tlog';
import type { SignedHead } from './head-mark.ts';

export interface ComparisonDeps {
  readonly store: Pick<LogStore, 'readLogHashes' | 'listLogNames'>;
  readonly sha256: Sha256;
}

/** A tree of some size. */
interface Tree {
  readonly size: number;
  readonly root: Hash;
}

/** Whether the tree with this edge begins with another tree, or is the same. @throws RegistryError `storage_unavailable` */
export async function beginsWith(
  { store, sha256 }: ComparisonDeps,
  edge: Edge,
  { size, root }: Tree,
): Promise<boolean> {
  if (size > edge.size) return false;
  const before = size === edge.size ? edge : await readEdge(sha256, store.readLogHashes, size);
  return Buffer.compare(rootOf(sha256, before), root) === 0;
}

/**
 * Why a head must not be signed after another one; undefined if it may. The reason continues a sentence.
 * @throws RegistryError `storage_unavailable`
 */
export async function findContradiction(
  deps: ComparisonDeps,
  { logId, edge }: LogHead,
  signed: SignedHead,
): Promise<string | undefined> {
  if (signed.logId !== logId) return findForeignSignature(await deps.store.listLogNames(), logId, signed);
  if (await beginsWith(deps, edge, signed.checkpoint)) return undefined;
  const { size } = signed.checkpoint;
  return edge.size < size
    ? `the database has ${edge.size} of its entries, and ${size} were signed: the database is older than that`
    : `the first ${size} entries in the database are not the ones that were signed`;
}

/** A head of another log may be of an earlier name, or of a registry that had this storage before. */
function findForeignSignature(
  names: readonly LogName[],
  logId: string,
  { logId: signedId, earlierIds, checkpoint }: SignedHead,
): string | undefined {
  if (names.some((name) => name.logId === signedId)) return undefined;
  if (earlierIds.includes(logId))
    return `it has been restarted as ${checkpoint.origin}, which the database does not know: it is older than that`;
  return names.some(({ origin }) => origin === checkpoint.origin)
    ? `other entries were signed as ${checkpoint.origin}: another registry has the same name`
    : undefined;
}
