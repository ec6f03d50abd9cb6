// Imports one version: inserts it as a publish would, or compares it with the one that is here.
import { createHash } from 'node:crypto';
import type { Inventory } from '@prime-registry/atoms';
import type { BlobStore, BlobUpload } from '@prime-registry/blobs';
import { formatTimestamp, RegistryError } from '@prime-registry/protocol';
import type { Act, NewVersion, RegistryStore, TombstoneRecord } from '@prime-registry/store';
import type { FoundSecrets } from '../../../tasks/publish/tarball-secrets.ts';
import { TarballAtoms } from '../../inventory/tarball-atoms.ts';
import { findOtherSecrets, findShownTokens, listForAudit } from '../../publish-version/find-leaks.ts';
import type { SecretCheck } from '../../secrets/secret-check.ts';

/**
 * The outcome for a version or a token. `imported`: it is new. `skipped`: the same one was here. `withdrawn`:
 * it was here, and is now yanked or revoked as in the export. `conflict`: a different one is here. `damaged`:
 * its tarball in the export is damaged. `refused`: its tarball contains a valid token of this registry, or it was
 * removed here, or its text may not be shown.
 */
export type ImportOutcome =
  | { readonly kind: 'imported' | 'skipped' | 'withdrawn' }
  | { readonly kind: 'conflict' | 'damaged' | 'refused'; readonly message: string };

/** The dependencies of the import of a version. */
export interface ImportVersionDeps {
  readonly store: Pick<RegistryStore, 'findWholeVersion' | 'findTombstone' | 'insertVersion' | 'yankVersion'>;
  readonly blobs: Pick<BlobStore, 'createUpload'>;
  readonly secrets: SecretCheck;
  /** Whether versions that were removed here are imported again, with the same bytes. */
  readonly restoresRemoved: boolean;
  /** Called with the places of what looks like secrets in a new version. */
  readonly onSecrets: (name: string, version: string, places: readonly string[]) => void;
}

/** A version whose tarball was read; {@link complete} makes it visible, or discards it. */
export interface ReceivedVersion {
  complete(): Promise<ImportOutcome>;
}

/**
 * Reads a version with its tarball, unless it is here already. What remains can run at the same time as other
 * versions.
 * @throws RegistryError `storage_unavailable`
 */
export async function receiveVersion(
  deps: ImportVersionDeps,
  version: NewVersion,
  body: AsyncIterable<Uint8Array>,
): Promise<ReceivedVersion> {
  const existing = await compareWithExisting(deps, version);
  if (existing !== undefined) return { complete: async () => existing };
  const tombstone = await deps.store.findTombstone(version.name.full, version.version);
  const obstacle = tombstone && findObstacle(deps, tombstone, version);
  if (obstacle !== undefined) return { complete: async () => obstacle };
  const upload = await deps.blobs.createUpload();
  try {
    const { digest, inventory, found } = await receive(upload, body, deps.secrets);
    if (digest !== version.sha256) {
      await upload.discard();
      const message = `its tarball has the digest ${digest} instead of ${version.sha256}`;
      return { complete: async () => ({ kind: 'damaged', message }) };
    }
    const shown = [version.sourceManifest, version.readme ?? ''].flatMap((text) => deps.secrets.findIn(text));
    const tokens = [...found.tokens, ...shown, ...findShownTokens(deps.secrets, version)];
    const [message] = await deps.secrets.findRefusals({ ...found, tokens });
    if (message !== undefined) {
      await upload.discard();
      return { complete: async () => ({ kind: 'refused', message: `its tarball: ${message}` }) };
    }
    const others = findOtherSecrets(deps.secrets, version.sourceManifest, {
      manifest: version.sourceManifest,
      secrets: found,
    });
    const secrets = others && listForAudit(others);
    const restores = tombstone?.category;
    return { complete: () => insert(deps, { ...version, inventory, secrets, restores }, upload) };
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

/** The outcome for a version that is here already; undefined if it is not. */
async function compareWithExisting(
  { store }: ImportVersionDeps,
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
  store: ImportVersionDeps['store'],
  { name, version }: NewVersion,
  { atMs, by, reason }: NonNullable<NewVersion['yank']>,
  act: Act,
): Promise<void> {
  await store.yankVersion({ name: name.full, version, yankedAtMs: atMs, yankedBy: by, reason, act });
}
