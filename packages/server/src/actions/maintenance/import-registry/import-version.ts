// One version of an export: put in place as a publish would, or held against the one that is there.
import { createHash } from 'node:crypto';
import type { Inventory } from '@prime-registry/atoms';
import type { BlobStore, BlobUpload } from '@prime-registry/blobs';
import { RegistryError } from '@prime-registry/protocol';
import type { Act, NewVersion, RegistryStore } from '@prime-registry/store';
import { TarballAtoms } from '../../inventory/tarball-atoms.ts';

/**
 * What became of a version or a token: it is new here; it was here, the same; it was here, and the export knew that it has been
 * yanked or revoked since; it is here and is another one; or its tarball in the export is damaged.
 */
export type ImportOutcome =
  | { readonly kind: 'imported' | 'skipped' | 'withdrawn' }
  | { readonly kind: 'conflict' | 'damaged'; readonly message: string };

/** What the import of a version works with. */
export interface ImportVersionDeps {
  readonly store: Pick<RegistryStore, 'findWholeVersion' | 'insertVersion' | 'yankVersion'>;
  readonly blobs: Pick<BlobStore, 'createUpload'>;
}

/** A version whose tarball was read; {@link complete} makes it visible, or throws it away. */
export interface ReceivedVersion {
  complete(): Promise<ImportOutcome>;
}

/**
 * Takes a version and reads its tarball, if there is need of it. What remains to be done may be done beside others.
 * @throws RegistryError `storage_unavailable`
 */
export async function receiveVersion(
  deps: ImportVersionDeps,
  version: NewVersion,
  body: AsyncIterable<Uint8Array>,
): Promise<ReceivedVersion> {
  const existing = await compareWithExisting(deps, version);
  if (existing !== undefined) return { complete: async () => existing };
  const upload = await deps.blobs.createUpload();
  try {
    const { digest, inventory } = await receive(upload, body);
    if (digest === version.sha256) return { complete: () => insert(deps, { ...version, inventory }, upload) };
    await upload.discard();
    const message = `its tarball has the digest ${digest} and should have ${version.sha256}`;
    return { complete: async () => ({ kind: 'damaged', message }) };
  } catch (error) {
    await upload.discard();
    throw error;
  }
}

async function receive(
  upload: BlobUpload,
  body: AsyncIterable<Uint8Array>,
): Promise<{ digest: string; inventory: Inventory | undefined }> {
  const hash = createHash('sha256');
  const atoms = new TarballAtoms();
  try {
    for await (const chunk of body) {
      hash.update(chunk);
      await Promise.all([upload.write(chunk), atoms.write(chunk)]);
    }
    return { digest: hash.digest('hex'), inventory: await atoms.finish() };
  } finally {
    atoms.discard();
  }
}

async function insert(
  deps: ImportVersionDeps,
  version: NewVersion,
  upload: BlobUpload,
): Promise<ImportOutcome> {
  try {
    await upload.finish(version.sha256);
    const isNew = await deps.store.insertVersion(version, () => upload.commit());
    if (isNew) return { kind: 'imported' };
  } catch (error) {
    if (!(error instanceof RegistryError) || error.code !== 'name_of_another_registry') throw error;
    return { kind: 'conflict', message: error.message };
  } finally {
    await upload.discard();
  }
  // Somebody has published it in the meantime.
  return (await compareWithExisting(deps, version)) ?? { kind: 'skipped' };
}

/** What becomes of a version that is here already; undefined when it is not. */
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
    return { kind: 'conflict', message: 'its pack.yaml here is another one than in the export' };
  if (version.yank === undefined || existing.yank !== undefined) return { kind: 'skipped' };
  await yankLikewise(store, version, version.yank, version.act);
  return { kind: 'withdrawn' };
}

/** Yanked where the export comes from, after an earlier import: it is to be yanked here too. */
async function yankLikewise(
  store: ImportVersionDeps['store'],
  { name, version }: NewVersion,
  { atMs, by, reason }: NonNullable<NewVersion['yank']>,
  act: Act,
): Promise<void> {
  await store.yankVersion({ name: name.full, version, yankedAtMs: atMs, yankedBy: by, reason, act });
}
