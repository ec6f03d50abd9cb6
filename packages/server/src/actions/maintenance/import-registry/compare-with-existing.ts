// Compares a version of an export with the one that is here.
import type { Act, NewVersion, RegistryStore } from '@prime-registry/store';
import type { ImportOutcome } from './import-outcome.ts';

type ComparedStore = Pick<RegistryStore, 'findWholeVersion' | 'yankVersion'>;

/** The outcome for a version that is here already; undefined if it is not. */
export async function compareWithExisting(
  { store }: { readonly store: ComparedStore },
  version: NewVersion,
): Promise<ImportOutcome | undefined> {
  const existing = await store.findWholeVersion(version.name.full, version.version);
  if (existing === undefined) return undefined;
  if (existing.sha256 !== version.sha256) {
    const message = `its tarball here has the digest ${existing.sha256}, in the export ${version.sha256}`;
    return { kind: 'conflict', message };
  }
  if (Buffer.compare(existing.sourceManifest, version.sourceManifest) !== 0)
    return { kind: 'conflict', message: 'its pack.yaml here differs from the one in the export' };
  if (version.yank === undefined || existing.yank !== undefined) return { kind: 'skipped' };
  await yankLikewise(store, version, version.yank, version.act);
  return { kind: 'withdrawn' };
}

/** Repeats a yank that happened at the source after an earlier import. */
async function yankLikewise(
  store: ComparedStore,
  { name, version }: NewVersion,
  { atMs, by, reason }: NonNullable<NewVersion['yank']>,
  act: Act,
): Promise<void> {
  await store.yankVersion({ name: name.full, version, yankedAtMs: atMs, yankedBy: by, reason, act });
}
