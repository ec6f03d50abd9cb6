// The blobs that the settings ask for. What an object store needs is loaded only where there is one.
import type { BlobInventory, BlobStore } from '@prime-registry/blobs';
import { openFileSystemBlobInventory, openFileSystemBlobStore } from '@prime-registry/blobs/file-system';
import type { ServerSettings } from '../config/server-settings.ts';

type BlobSettings = Pick<ServerSettings, 'dataFolder' | 'blobs'>;

/** Opens the blobs for requests. @throws RegistryError `storage_unavailable` when a folder cannot be used */
export async function openBlobStore({ dataFolder, blobs }: BlobSettings): Promise<BlobStore> {
  if (blobs === 'folder') return openFileSystemBlobStore(dataFolder);
  const { openS3BlobStore } = await import('@prime-registry/blobs/s3');
  return openS3BlobStore(blobs);
}

/** Opens the blobs for checking and tidying up, for as long as the work takes. */
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
