// The tarballs of removed versions: one that is still there was left by a removal that was killed, or could not reach
// the blob store.
import type { RegistryStore, TombstonePlace, VersionLabel } from '@prime-registry/store';

const PAGE = 1000;
const BEGIN: TombstonePlace = { name: '', identity: '' };

/** The removed versions, by the digest of their tarball. */
export async function listRemovedBlobs(
  store: Pick<RegistryStore, 'listTombstones'>,
): Promise<ReadonlyMap<string, readonly VersionLabel[]>> {
  const removed = new Map<string, VersionLabel[]>();
  for (let after = BEGIN; ; ) {
    const page = await store.listTombstones(after, PAGE);
    for (const { name, version, sha256 } of page)
      removed.set(sha256, [...(removed.get(sha256) ?? []), { name, version }]);
    if (page.length < PAGE) return removed;
    after = page.at(-1) ?? after;
  }
}
