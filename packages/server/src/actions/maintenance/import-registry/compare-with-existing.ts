// Compares a version of an export with the one that is here.
import type { NewVersion, RegistryStore } from '@prime-registry/store';
import type { ImportOutcome } from './import-outcome.ts';

/** The outcome for a version that is here already; undefined if it is not. */
export async function compareWithExisting(
  { store }: { readonly store: Pick<RegistryStore, 'findWholeVersion' | 'yankVersion'> },
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
  // It was yanked at the source after an earlier import.
  const { name, version: number, act } = version;
  const { atMs, by, reason } = version.yank;
  const yank = { name: name.full, version: number, yankedAtMs: atMs, yankedBy: by, reason, act };
  await store.yankVersion(yank);
  return { kind: 'withdrawn' };
}
