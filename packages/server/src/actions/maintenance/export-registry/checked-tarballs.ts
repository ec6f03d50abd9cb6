// Checks the tarballs of an export before any of their bytes are sent: several at a time, because an object
// store has a long latency.
import type { BlobInventory } from '@prime-registry/blobs';
import type { WholeVersion } from '@prime-registry/store';
import { FaultyBlobError, findFault, readChecked } from '../../tarballs/read-checked.ts';

// A tarball up to this size is read once and kept until its turn; a larger one is read again then.
const MAX_KEPT_BYTES = 2 ** 20;
// Together with the size above this also bounds the memory.
const AHEAD = 16;

export interface CheckedVersion {
  readonly version: WholeVersion;
  /** Reads a tarball that is intact. A chunk is valid until the next one is read. */
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
    // Thrown to the caller that awaits it; there may be none.
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
