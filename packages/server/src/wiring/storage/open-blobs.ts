// Opens the configured blob store. The object-store SDK is loaded only if it is needed.
import type { BlobInventory, BlobStore } from '@prime-registry/blobs';
import { openFileSystemBlobInventory, openFileSystemBlobStore } from '@prime-registry/blobs/file-system';
import type { ServerSettings } from '../../config/server-settings.ts';

type BlobSettings = Pick<ServerSettings, 'dataFolder' | 'blobs'>;

/**
 * Opens the blob store for requests.
 * @throws RegistryError `storage_unavailable` if a folder cannot be used
 */
export async function openBlobStore({ dataFolder, blobs }: BlobSettings): Promise<BlobStore> {
  if (blobs === 'folder') return openFileSystemBlobStore(dataFolder);
  const { openS3BlobStore } = await import('@prime-registry/blobs/s3');
  return openS3BlobStore(blobs);
}

/** Opens the blob inventory during the work, for verification and garbage collection. */
export async function withBlobInventory<T>(
  { dataFolder, blobs }: BlobSettings,
  work: (inventory: BlobInventory) => Promise<T>,
): Promise<T> {
  if (blobs === 'folder') return work(openFileSystemBlobInventory(dataFolder));
  const { openS3BlobInventory } = await import('@prime-registry/blobs/s3');
  const inventory = openS3BlobInventory(blobs);
  try {
    return await work(inventory);
  } finally {
    inventory.close();
  }
}

/** What an upload in progress keeps in memory, at most: a bucket gets it part by part. */
export function uploadBufferOf({ blobs }: Pick<ServerSettings, 'blobs'>): number {
  return blobs === 'folder' ? 0 : S3_PART_BYTES;
}

/** See packages/blobs/src/s3/s3-upload.ts; not imported, so that the client of buckets is loaded on demand. */
const S3_PART_BYTES = 5 * 2 ** 20;
