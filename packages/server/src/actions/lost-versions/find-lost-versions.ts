// Finds published versions that the database lacks: the tarballs that no version references are what is left of
// them, and name them in their pack.yaml.
import { type ArchiveLimits, TarballInspector } from '@prime-registry/archive';
import type { BlobInventory, StoredFile } from '@prime-registry/blobs';
import { getValue, parseManifest, parseVersion, type Version } from '@prime-registry/protocol';
import type { RegistryStore, VersionDigest } from '@prime-registry/store';
import { listUnreferenced } from '../maintenance/list-unreferenced.ts';
import { FaultyBlobError, readChecked } from '../tarballs/read-checked.ts';
import { PUBLISHED_MARK, parseMark } from './published-mark.ts';

type Identified =
  /** `taken`: its version is here with another tarball, or was removed. Nothing can be published under its number. */
  | ({ readonly kind: 'lost' | 'taken' } & Pick<VersionDigest, 'name' | 'identity'>)
  /** Which version it is cannot be known; the reason continues a sentence. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** A tarball that no version references. */
export type FoundTarball = StoredFile & { readonly sha256: string } & Identified;

export interface FindLostDeps {
  readonly store: RegistryStore;
  readonly inventory: BlobInventory;
  readonly limits: ArchiveLimits;
  readonly signal: AbortSignal;
}

/** The digest of no tarball. */
const NO_BLOB = '0'.repeat(64);

/**
 * Lists the tarballs that no version references, one after another; servers may be running.
 * @throws RegistryError `storage_unavailable`, DamagedMarkError, and the reason of the signal
 */
export async function* findLostVersions(deps: FindLostDeps): AsyncGenerator<FoundTarball> {
  const { store, inventory, signal } = deps;
  // Fails if all tarballs are away. Otherwise, no version would seem to be lost.
  await inventory.findBlob(NO_BLOB);
  const { missing } = parseMark(await inventory.readMark(PUBLISHED_MARK));
  const marked = new Map(missing.map((version) => [version.sha256, version]));
  for await (const { beginning, digests } of inventory.listGroups()) {
    signal.throwIfAborted();
    const referenced = await store.listReferencedBlobs(beginning, `${beginning}g`);
    for (const [sha256, file] of await listUnreferenced(deps, digests, referenced)) {
      yield { sha256, ...file, ...(await identify(deps, sha256, file, marked.get(sha256))) };
    }
  }
}

async function identify(
  deps: FindLostDeps,
  sha256: string,
  { sizeBytes }: StoredFile,
  marked: VersionDigest | undefined,
): Promise<Identified> {
  const read = await readManifest(deps, sha256, sizeBytes);
  if ('fault' in read) return { kind: 'unknown', reason: read.fault };
  const parsed = read.manifest && parseManifest(read.manifest, { withoutRequires: true });
  if (parsed !== undefined && 'manifest' in parsed) {
    const { name, version } = parsed.manifest;
    return classify(deps, name.full, version);
  }
  if (marked !== undefined) return classify(deps, marked.name, getValue(parseVersion(marked.identity)));
  const problem = parsed?.problems[0];
  const reason = problem ? `has a pack.yaml whose ${problem.field} ${problem.message}` : 'has no pack.yaml';
  return { kind: 'unknown', reason };
}

async function classify({ store }: FindLostDeps, name: string, version: Version): Promise<Identified> {
  const isTaken =
    (await store.findVersion(name, version)) !== undefined ||
    (await store.findTombstone(name, version)) !== undefined;
  return { kind: isTaken ? 'taken' : 'lost', name, identity: version.identity };
}

async function readManifest(
  { inventory, limits, signal }: FindLostDeps,
  sha256: string,
  sizeBytes: number,
): Promise<{ readonly manifest: Uint8Array | undefined } | { readonly fault: string }> {
  const inspector = new TarballInspector(limits);
  try {
    for await (const chunk of readChecked(inventory, { sha256, sizeBytes }, signal))
      await inspector.write(chunk);
    const inspection = await inspector.finish();
    if (inspection.ok) return { manifest: inspection.report.manifest };
    return { fault: `is not a valid tarball: ${inspection.problem.message}` };
  } catch (error) {
    if (error instanceof FaultyBlobError) return { fault: error.message };
    throw error;
  } finally {
    inspector.discard();
  }
}
