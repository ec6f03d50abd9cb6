// Imports one version: inserts it as a publish would, or compares it with the one that is here.
import { createHash } from 'node:crypto';
import type { Inventory } from '@prime-registry/atoms';
import type { BlobStore, BlobUpload } from '@prime-registry/blobs';
import { formatTimestamp, RegistryError } from '@prime-registry/protocol';
import type { NewVersion, RegistryStore, TombstoneRecord } from '@prime-registry/store';
import type { FoundSecrets } from '../../../tasks/publish/tarball-secrets.ts';
import { TarballAtoms } from '../../inventory/tarball-atoms.ts';
import { findShownTokens } from '../../publish-version/find-leaks.ts';
import { listOtherSecrets } from '../../publish-version/other-secrets.ts';
import type { SecretCheck } from '../../secrets/secret-check.ts';
import { compareWithExisting } from './compare-with-existing.ts';
import type { ImportOutcome } from './import-outcome.ts';

export interface ImportVersionDeps {
  readonly store: Pick<RegistryStore, 'findWholeVersion' | 'findTombstone' | 'insertVersion' | 'yankVersion'>;
  readonly blobs: Pick<BlobStore, 'createUpload'>;
  readonly secrets: SecretCheck;
  /** Whether versions that were removed here are imported again, with the same bytes. */
  readonly restoresRemoved: boolean;
  /** Called with the places of what looks like secrets in a new version. */
  readonly onSecrets: (name: string, version: string, places: readonly string[]) => void;
}

/**
 * Reads a version with its tarball, unless it is here already.
 * @returns what remains: it makes the version visible, and can run at the same time as other versions
 * @throws RegistryError `storage_unavailable`
 */
export async function receiveVersion(
  deps: ImportVersionDeps,
  version: NewVersion,
  body: AsyncIterable<Uint8Array>,
): Promise<() => Promise<ImportOutcome>> {
  const existing = await compareWithExisting(deps, version);
  if (existing !== undefined) return async () => existing;
  const tombstone = await deps.store.findTombstone(version.name.full, version.version);
  const obstacle = tombstone && findObstacle(deps, tombstone, version);
  if (obstacle !== undefined) return async () => obstacle;
  const upload = await deps.blobs.createUpload();
  try {
    const { digest, inventory, found } = await receive(upload, body, deps.secrets);
    if (digest !== version.sha256) {
      await upload.discard();
      const message = `its tarball has the digest ${digest} instead of ${version.sha256}`;
      return async () => ({ kind: 'damaged', message });
    }
    const shown = [version.sourceManifest, version.readme ?? ''].flatMap((text) => deps.secrets.findIn(text));
    const tokens = [...found.tokens, ...shown, ...findShownTokens(deps.secrets, version)];
    const [message] = await deps.secrets.findRefusals({ ...found, tokens });
    if (message !== undefined) {
      await upload.discard();
      return async () => ({ kind: 'refused', message: `its tarball: ${message}` });
    }
    const secrets = listOtherSecrets(deps.secrets, version.sourceManifest, found);
    const restores = tombstone?.category;
    return () => insert(deps, { ...version, inventory, secrets, restores }, upload);
  } catch (error) {
    await upload.discard();
    throw error;
  }
}

/** Why a version that was removed here is not imported again. */
function findObstacle(
  { restoresRemoved }: Pick<ImportVersionDeps, 'restoresRemoved'>,
  { category, reason, removedAtMs, sha256 }: TombstoneRecord,
  version: NewVersion,
): ImportOutcome | undefined {
  if (!restoresRemoved) {
    const why = `${category}${reason === undefined ? '' : `: ${reason}`}`;
    const message = `it was removed here at ${formatTimestamp(removedAtMs)} (${why}); --restore-removed brings it back`;
    return { kind: 'refused', message };
  }
  if (sha256 === version.sha256) return undefined;
  const message = `the tarball that was removed here had the digest ${sha256}, in the export it is ${version.sha256}`;
  return { kind: 'conflict', message };
}

async function receive(
  upload: BlobUpload,
  body: AsyncIterable<Uint8Array>,
  { search }: SecretCheck,
): Promise<{ digest: string; inventory: Inventory | undefined; found: FoundSecrets }> {
  const hash = createHash('sha256');
  const atoms = new TarballAtoms(search);
  try {
    for await (const chunk of body) {
      hash.update(chunk);
      await Promise.all([upload.write(chunk), atoms.write(chunk)]);
    }
    return { digest: hash.digest('hex'), inventory: await atoms.finish(), found: atoms.secrets };
  } finally {
    atoms.discard();
  }
}

/** Its name belongs to another registry or has moved, or it is a lost version with other bytes. */
const CONFLICTS: ReadonlySet<string> = new Set(['name_of_another_registry', 'prime_moved', 'version_exists']);

async function insert(
  deps: ImportVersionDeps,
  version: NewVersion,
  upload: BlobUpload,
): Promise<ImportOutcome> {
  try {
    await upload.finish(version.sha256);
    const { isNew } = await deps.store.insertVersion(version, () => upload.commit());
    if (isNew && version.secrets) deps.onSecrets(version.name.full, version.version.full, version.secrets);
    if (isNew) return { kind: 'imported' };
  } catch (error) {
    if (!(error instanceof RegistryError) || !CONFLICTS.has(error.code)) throw error;
    return { kind: 'conflict', message: error.message };
  } finally {
    await upload.discard();
  }
  // It was published in the meantime.
  return (await compareWithExisting(deps, version)) ?? { kind: 'skipped' };
}
