// Verifies the blob store against the database: reads and hashes every referenced tarball, and lists blobs
// that no version references.

import type { BlobInventory } from '@prime-registry/blobs';
import { forEachConcurrently } from '@prime-registry/concurrency';
import type { RegistryStore } from '@prime-registry/store';
import { findMissingVersions, type MissingVersions } from '../lost-versions/compare-mark.ts';
import { DamagedMarkError } from '../lost-versions/published-mark.ts';
import { findFault } from '../tarballs/read-checked.ts';
import { listUnreferenced } from './list-unreferenced.ts';
import { listRemovedBlobs } from './removed-blobs.ts';
import type { Finding, Verification } from './verification.ts';
import { findBadSignatures } from './verify-signatures.ts';

export interface VerifyDeps {
  readonly store: Pick<
    RegistryStore,
    | 'findDefects'
    | 'listMissingVersions'
    | 'listReferencedBlobs'
    | 'listSignedBytes'
    | 'listTombstones'
    | 'listVersionsOfBlob'
    | 'whileUnreferenced'
  >;
  readonly inventory: Pick<BlobInventory, 'listGroups' | 'listStrangers' | 'findBlob' | 'read' | 'readMark'>;
  readonly now: () => number;
  readonly signal: AbortSignal;
  onFinding(finding: Finding): Promise<void>;
  /**
   * Called whenever there is progress.
   * @param share - of all blobs, from 0 to 1: digests are distributed evenly
   */
  onProgress(done: { readonly blobs: number; readonly blobBytes: number }, share: number): void;
}

// Enough to keep the processor hashing while files are opened.
const AT_A_TIME = 4;
// By the first two digits of the digest.
const GROUPS = 256;

/** Verifies a registry; servers may be running. @throws RegistryError `storage_unavailable` */
export async function verifyRegistry(deps: VerifyDeps): Promise<Verification> {
  const { store, inventory, signal } = deps;
  const found = { faults: 0, unreferenced: 0, unreferencedBytes: 0 };
  const done = { versions: 0, blobs: 0, blobBytes: 0 };
  let groups = 0;
  const report = async (finding: Finding): Promise<void> => {
    if (finding.kind === 'unreferenced') {
      found.unreferenced += 1;
      found.unreferencedBytes += finding.sizeBytes;
    } else if (finding.kind !== 'stranger') found.faults += 1;
    await deps.onFinding(finding);
  };

  for (const message of await store.findDefects()) await report({ kind: 'database', message });
  for await (const message of findBadSignatures(store, signal)) await report({ kind: 'database', message });
  const missing = await compareMark(deps, (message) => report({ kind: 'mark', message }));
  const ofRemoved = await listRemovedBlobs(store);
  for (const path of await inventory.listStrangers()) await report({ kind: 'stranger', path });
  for await (const { beginning, digests, strangers } of inventory.listGroups()) {
    signal.throwIfAborted();
    // The listing of blobs comes first. A blob that is published in the meantime is not in it, but is found
    // by its digest.
    const referenced = await store.listReferencedBlobs(beginning, `${beginning}g`);
    for (const path of strangers) await report({ kind: 'stranger', path });
    await forEachConcurrently(referenced, { limit: AT_A_TIME }, async (blob) => {
      signal.throwIfAborted();
      const fault = await findFault(inventory, blob, signal);
      if (fault !== undefined) {
        const affected = await store.listVersionsOfBlob(blob.sha256);
        // It may have been evicted since it was listed, and even pulled again.
        if (affected.length === 0) return;
        const stillFault = fault.fault === 'missing' ? await findFault(inventory, blob, signal) : fault;
        if (stillFault !== undefined) {
          const { fault: kind, message } = stillFault;
          await report({ kind, message, sha256: blob.sha256, versions: affected });
        }
      }
      done.blobs += 1;
      done.blobBytes += blob.sizeBytes;
      done.versions += blob.versions;
      deps.onProgress(done, groups / GROUPS);
    });
    groups += 1;
    for (const [sha256, { sizeBytes }] of await listUnreferenced(deps, digests, referenced)) {
      const removed = ofRemoved.get(sha256);
      await report({ kind: 'unreferenced', sha256, sizeBytes, ...(removed && { removed }) });
    }
  }
  return { ...done, ...found, missing };
}

async function compareMark(
  { store, inventory, now }: VerifyDeps,
  onDamage: (message: string) => Promise<void>,
): Promise<MissingVersions | undefined> {
  try {
    return await findMissingVersions({ store, marks: inventory, now });
  } catch (error) {
    if (!(error instanceof DamagedMarkError)) throw error;
    await onDamage(error.message);
    return undefined;
  }
}
