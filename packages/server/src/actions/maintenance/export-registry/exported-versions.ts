// The versions of an export.
import { getValue, parseVersion } from '@prime-registry/protocol';
import type { RegistryStore, WholeVersion } from '@prime-registry/store';
import { toTime } from './entries.ts';

// A version has up to half a megabyte besides its tarball.
const PAGE = 20;

/** The versions at this time, oldest first. */
export async function* listVersions(store: RegistryStore): AsyncGenerator<WholeVersion> {
  const endId = await store.findLastVersionId();
  for (let lastId = 0; lastId < endId; ) {
    const versions = await store.listWholeVersions(lastId, PAGE);
    yield* versions.filter(({ id }) => id <= endId);
    lastId = versions.at(-1)?.id ?? endId;
  }
}

/** Whether the version was not evicted in the meantime. */
export async function isThere(store: RegistryStore, { id, sha256 }: WholeVersion): Promise<boolean> {
  // A version that was pulled again has a new id, behind all that are exported.
  const [found] = await store.listWholeVersions(id - 1, 1);
  return found?.id === id && found.sha256 === sha256;
}

/** The signatures (SSHSIG, armored) as the file of a version has them; undefined if there are none. */
export async function readSignatures(store: RegistryStore, { name, version, signedBy }: WholeVersion) {
  if (signedBy === undefined) return undefined;
  const signatures = await store.listSignatures(name, getValue(parseVersion(version)));
  return signatures.map(({ armored, signedAtMs, principal = null }) => ({
    signature: armored,
    signed_at: toTime(signedAtMs),
    principal,
  }));
}
