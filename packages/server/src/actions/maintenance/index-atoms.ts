// Reads the atoms of versions whose inventory is missing or was read by older rules. It can be stopped at any
// time and continues with the next run.

import type { BlobInventory } from '@prime-registry/blobs';
import { forEachConcurrently } from '@prime-registry/concurrency';
import { getValue, parsePrimeName, parseVersion } from '@prime-registry/protocol';
import type { RegistryStore, UnreadVersion } from '@prime-registry/store';
import { TarballAtoms } from '../inventory/tarball-atoms.ts';
import { FaultyBlobError, readChecked } from '../tarballs/read-checked.ts';

/** What happened to a version that had to be read. */
type IndexOutcome =
  | { readonly kind: 'read'; readonly atoms: number; readonly problems: number }
  /** Its tarball cannot be read; the message continues a sentence that begins with the version. */
  | { readonly kind: 'unreadable'; readonly message: string };

export interface IndexDeps {
  readonly store: Pick<RegistryStore, 'findLastVersionId' | 'listUnreadVersions' | 'replaceInventory'>;
  readonly inventory: Pick<BlobInventory, 'findBlob' | 'read'>;
  readonly signal: AbortSignal;
  onOutcome(version: UnreadVersion, outcome: IndexOutcome): void;
  /**
   * Called when versions were examined; most may have an inventory already.
   * @param share - of all versions, from 0 to 1
   */
  onProgress(lookedAt: number, share: number): void;
}

const LOOKED_AT_ONCE = 500;
// One tarball is read while another is stored; a third would only take more memory.
const AT_A_TIME = 2;

/**
 * Reads the missing inventories; servers may be running.
 * @throws RegistryError `storage_unavailable`, and the reason of the signal
 */
export async function indexAtoms(deps: IndexDeps): Promise<void> {
  const { store, signal } = deps;
  // Versions that are published from now on are read by their publish.
  const endId = await store.findLastVersionId();
  let lookedAt = 0;
  for (let afterId = 0; afterId < endId; ) {
    const { unread, count, lastId } = await store.listUnreadVersions(afterId, LOOKED_AT_ONCE);
    if (lastId === undefined) return;
    lookedAt += count - unread.length;
    await forEachConcurrently(unread, { limit: AT_A_TIME }, async (version) => {
      signal.throwIfAborted();
      deps.onOutcome(version, await indexVersion(deps, version));
      lookedAt += 1;
      deps.onProgress(lookedAt, Math.min(1, version.id / endId));
    });
    deps.onProgress(lookedAt, Math.min(1, lastId / endId));
    afterId = lastId;
  }
}

async function indexVersion(
  { store, inventory, signal }: IndexDeps,
  { name, version, sha256, sizeBytes }: UnreadVersion,
): Promise<IndexOutcome> {
  const atoms = new TarballAtoms();
  try {
    for await (const chunk of readChecked(inventory, { sha256, sizeBytes }, signal)) await atoms.write(chunk);
    const read = await atoms.finish();
    if (read === undefined)
      return { kind: 'unreadable', message: `tarball ${sha256} is not a readable tarball` };
    await store.replaceInventory(getValue(parsePrimeName(name)), getValue(parseVersion(version)), read);
    return { kind: 'read', atoms: read.atoms.length, problems: read.problemCount };
  } catch (error) {
    if (!(error instanceof FaultyBlobError)) throw error;
    return { kind: 'unreadable', message: `tarball ${sha256} ${error.message}` };
  } finally {
    atoms.discard();
  }
}
