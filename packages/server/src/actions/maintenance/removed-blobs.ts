// The tarballs of removed versions: one that is still there was left by a removal that was killed, or could not reach
// the blob store.
import type { RegistryStore, TombstoneRecord, VersionLabel } from '@prime-registry/store';
import { listAll } from './list-all.ts';

const PAGE = 1000;

/** All removed versions, by name. */
export function listTombstones(
  store: Pick<RegistryStore, 'listTombstones'>,
): AsyncGenerator<TombstoneRecord> {
  return listAll({ name: '', identity: '' }, (after) => store.listTombstones(after, PAGE));
}

/** The removed versions, by the digest of their tarball. */
export async function listRemovedBlobs(
  store: Pick<RegistryStore, 'listTombstones'>,
): Promise<ReadonlyMap<string, readonly VersionLabel[]>> {
  const removed = new Map<string, VersionLabel[]>();
  for await (const { name, version, sha256 } of listTombstones(store))
    removed.set(sha256, [...(removed.get(sha256) ?? []), { name, version }]);
  return removed;
}
