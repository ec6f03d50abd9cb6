// Small tarballs are read into memory to be sent. Those who ask for the same one at the same time share the read and the
// bytes: however many requests a client sends ahead on its connection, it takes the memory of one.
import type { BlobStore } from '@prime-registry/blobs';
import { SingleFlight } from '@prime-registry/concurrency';

/** Reads a blob of this length whole. @throws RegistryError as the store does */
export type ReadWholeBlob = (sha256: string, sizeBytes: number) => Promise<Uint8Array>;

export function createWholeBlobReader(blobs: Pick<BlobStore, 'read'>): ReadWholeBlob {
  const reads = new SingleFlight<Uint8Array>();
  return (sha256, sizeBytes) => reads.run(sha256, () => readWhole(blobs, sha256, sizeBytes));
}

async function readWhole(
  blobs: Pick<BlobStore, 'read'>,
  sha256: string,
  sizeBytes: number,
): Promise<Uint8Array> {
  const blob = await blobs.read(sha256, sizeBytes);
  // Memory of its own: the store uses its memory again, and what is kept would hold on to all of a slab of Node's pool.
  const bytes = Buffer.allocUnsafeSlow(sizeBytes);
  let offset = 0;
  for await (const chunk of blob) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
