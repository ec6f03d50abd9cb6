// Reads small tarballs into memory. Simultaneous readers of one tarball share the read and the bytes: even
// many pipelined requests take the memory of one.
import type { BlobStore } from '@prime-registry/blobs';
import { SingleFlight } from '@prime-registry/concurrency';

/** Reads a whole blob of this length. @throws RegistryError as the blob store does */
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
  // Memory of its own: the blob store reuses its buffers, and a kept slice would hold a whole slab of Node's
  // pool.
  const bytes = Buffer.allocUnsafeSlow(sizeBytes);
  let offset = 0;
  for await (const chunk of blob) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
