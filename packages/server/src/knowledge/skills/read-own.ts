// Reads the skill that a stored version is, in a worker thread: a tarball, and the texts in it, may be large.
import type { BlobStore } from '@prime-registry/blobs';
import type { OwnSkill, PrimeVersion } from '@prime-registry/knowledge';
import { getValue, parseVersion } from '@prime-registry/protocol';
import type { RegistryStore } from '@prime-registry/store';
import type { Tasks } from '../../tasks/tasks.ts';

export interface OwnSkillDeps {
  readonly store: Pick<RegistryStore, 'findVersion'>;
  readonly blobs: Pick<BlobStore, 'read'>;
  readonly tasks: Tasks;
}

/** All skills have the share of one client in the threads: anyone who asks first makes them for everybody. */
export const SKILLS_KEY = 'skills';

/** Up to these sizes, even the worst tarball takes only some milliseconds, and so do the worst texts. */
const [SMALL_BYTES, SHORT_TEXT_BYTES] = [8 * 1024, 4 * 1024];

/**
 * The skill that a version is here.
 * @returns undefined if it has no SKILL.md at its root
 * @throws RegistryError `storage_unavailable`, `overloaded`
 */
export async function readOwn(
  { store, blobs, tasks }: OwnSkillDeps,
  { name, version }: PrimeVersion,
): Promise<OwnSkill | undefined> {
  const record = await store.findVersion(name, getValue(parseVersion(version)));
  if (record === undefined) return undefined;
  const { sha256, sizeBytes } = record;
  const read = (isSmall: boolean, maxTextBytes: number): Promise<OwnSkill | 'long' | undefined> =>
    tasks.use('readOwnSkill', maxTextBytes, { subject: sha256, key: SKILLS_KEY, isSmall }, async (call) => {
      for await (const chunk of await blobs.read(sha256, sizeBytes)) await call('write', chunk);
      return call('finish');
    });
  // A small tarball may have long texts.
  let own = sizeBytes <= SMALL_BYTES ? await read(true, SHORT_TEXT_BYTES) : 'long';
  if (own === 'long') own = await read(false, Number.POSITIVE_INFINITY);
  return own === 'long' ? undefined : own;
}
