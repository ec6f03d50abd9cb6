// Reads the files of a stored version that has a SKILL.md, in a worker thread: a tarball may be large.
import type { BlobStore } from '@prime-registry/blobs';
import type { PackedFiles, PrimeVersion } from '@prime-registry/knowledge';
import { getValue, parseVersion } from '@prime-registry/protocol';
import type { RegistryStore } from '@prime-registry/store';
import { WIDEST_LIMITS } from '../../actions/inventory/tarball-atoms.ts';
import type { Tasks } from '../../tasks/tasks.ts';

/** The dependencies of reading. */
export interface PackedDeps {
  readonly store: Pick<RegistryStore, 'findVersion'>;
  readonly blobs: Pick<BlobStore, 'read'>;
  readonly tasks: Tasks;
}

/** All skills have the share of one client in the threads: anyone who asks first makes them for everybody. */
export const SKILLS_KEY = 'skills';

/** Up to this size, packed, even the worst tarball takes only some milliseconds. */
const SMALL_BYTES = 8 * 1024;

/**
 * The files of a version that is here.
 * @returns undefined if it has no SKILL.md at its root
 * @throws RegistryError `storage_unavailable`, `overloaded`
 */
export async function readPacked(
  { store, blobs, tasks }: PackedDeps,
  { name, version }: PrimeVersion,
): Promise<PackedFiles | undefined> {
  const record = await store.findVersion(name, getValue(parseVersion(version)));
  if (record === undefined) return undefined;
  const { sha256, sizeBytes } = record;
  const use = { subject: sha256, key: SKILLS_KEY, isSmall: sizeBytes <= SMALL_BYTES };
  return tasks.use('readPackedFiles', WIDEST_LIMITS, use, async (call) => {
    for await (const chunk of await blobs.read(sha256, sizeBytes)) await call('write', chunk);
    return call('finish');
  });
}
