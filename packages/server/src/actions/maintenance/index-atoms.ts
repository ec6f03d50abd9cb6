// Reads the atoms of versions that were published before the registry read any, or since which it reads them otherwise. Every
// version is done or not: whoever stops it goes on later.

import type { BlobInventory } from '@prime-registry/blobs';
import { forEachConcurrently } from '@prime-registry/concurrency';
import { parsePrimeName, parseVersion } from '@prime-registry/protocol';
import type { RegistryStore, UnreadVersion } from '@prime-registry/store';
import { TarballAtoms } from '../inventory/tarball-atoms.ts';
import { FaultyBlobError, readChecked } from '../tarballs/read-checked.ts';

/** What became of a version that was to be read. */
export type IndexOutcome =
  | { readonly kind: 'read'; readonly atoms: number; readonly problems: number }
  /** Its tarball cannot be read; the message goes on from its name. */
  | { readonly kind: 'unreadable'; readonly message: string };

/** What it works with. */
export interface IndexDeps {
  readonly store: Pick<RegistryStore, 'findLastVersionId' | 'listUnreadVersions' | 'replaceInventory'>;
  readonly inventory: Pick<BlobInventory, 'findBlob' | 'read'>;
  readonly signal: AbortSignal;
  onOutcome(version: UnreadVersion, outcome: IndexOutcome): void;
  /**
   * Called as versions were looked at; most may have been read before.
   * @param share - of the whole, from 0 to 1
   */
  onProgress(lookedAt: number, share: number): void;
}

const LOOKED_AT_ONCE = 500;
// One is read while another is stored; a third would have only memory to gain.
const AT_A_TIME = 2;

/** Reads what is not read yet, while servers may be at work. @throws RegistryError `storage_unavailable`, and the reason of the signal */
export async function indexAtoms(deps: IndexDeps): Promise<void> {
  const { store, signal } = deps;
  // What is published from now on is read at its publish.
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
  { name: nameText, version: versionText, sha256, sizeBytes }: UnreadVersion,
): Promise<IndexOutcome> {
  const [name, version] = [parsePrimeName(nameText), parseVersion(versionText)];
  if (!name.ok || !version.ok)
    throw new Error(`the store holds a malformed version: ${nameText} ${versionText}`);
  const atoms = new TarballAtoms();
  try {
    for await (const chunk of readChecked(inventory, { sha256, sizeBytes }, signal)) await atoms.write(chunk);
    const read = await atoms.finish();
    if (read === undefined)
      return { kind: 'unreadable', message: `tarball ${sha256} is none that can be read` };
    await store.replaceInventory(name.value, version.value, read);
    return { kind: 'read', atoms: read.atoms.length, problems: read.problemCount };
  } catch (error) {
    if (!(error instanceof FaultyBlobError)) throw error;
    return { kind: 'unreadable', message: `tarball ${sha256} ${error.message}` };
  } finally {
    atoms.discard();
  }
}
