// The tarballs of an export, checked before a byte of them is sent: several at a time, as an object store is far away.
import type { BlobInventory } from '@prime-registry/blobs';
import type { WholeVersion } from '@prime-registry/store';
import { FaultyBlobError, findFault, readChecked } from '../../tarballs/read-checked.ts';

// So much of each is read once and kept until its turn; larger ones are read a second time then.
const MAX_KEPT_BYTES = 2 ** 20;
// With as many bytes each, also the bound on what is kept.
const AHEAD = 16;

/** A version whose tarball was checked. */
export interface CheckedVersion {
  readonly version: WholeVersion;
  /** Of a tarball that is as it should be. A chunk is valid until the next is asked for. */
  readonly tarball: (() => AsyncIterable<Uint8Array>) | FaultyBlobError;
}

/** Checks versions in their order. @throws the reason of the signal */
export async function* checkAhead(
  versions: AsyncIterable<WholeVersion>,
  inventory: BlobInventory,
  signal: AbortSignal,
): AsyncGenerator<CheckedVersion> {
  const ahead: Promise<CheckedVersion>[] = [];
  for await (const version of versions) {
    const checking = check(version, inventory, signal);
    // Told to whoever gets there; nobody may.
    checking.catch(() => undefined);
    ahead.push(checking);
    const first = ahead.length < AHEAD ? undefined : ahead.shift();
    if (first !== undefined) yield await first;
  }
  for (const checking of ahead) yield await checking;
}

async function check(
  version: WholeVersion,
  inventory: BlobInventory,
  signal: AbortSignal,
): Promise<CheckedVersion> {
  signal.throwIfAborted();
  if (version.sizeBytes > MAX_KEPT_BYTES) {
    const fault = await findFault(inventory, version, signal);
    return { version, tarball: fault ?? (() => readChecked(inventory, version, signal)) };
  }
  try {
    const chunks: Uint8Array[] = [];
    for await (const chunk of readChecked(inventory, version, signal)) chunks.push(Uint8Array.from(chunk));
    return { version, tarball: () => generate(chunks) };
  } catch (error) {
    if (error instanceof FaultyBlobError) return { version, tarball: error };
    throw error;
  }
}

async function* generate(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}
