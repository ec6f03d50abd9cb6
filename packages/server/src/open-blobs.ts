// The blobs that the settings ask for. What an object store needs is loaded only where there is one.
import type { BlobInventory } from './blobs/blob-inventory.ts';
import type { BlobStore } from './blobs/blob-store.ts';
import { openFileSystemBlobInventory } from './blobs/file-system-blob-inventory.ts';
import { openFileSystemBlobStore } from './blobs/file-system-blob-store.ts';
import type { ServerSettings } from './config/server-settings.ts';

type BlobSettings = Pick<ServerSettings, 'dataFolder' | 'blobs'>;

/** Opens the blobs for requests. @throws RegistryError `storage_unavailable` when a folder cannot be used */
export async function openBlobStore({ dataFolder, blobs }: BlobSettings): Promise<BlobStore> {
  if (blobs === 'folder') return openFileSystemBlobStore(dataFolder);
  const { openS3BlobStore } = await import('./blobs/s3/s3-blob-store.ts');
  return openS3BlobStore(blobs);
}

/** Opens the blobs for checking and tidying up, for as long as the work takes. */
export async function withBlobInventory<T>(
  { dataFolder, blobs }: BlobSettings,
  work: (inventory: BlobInventory) => Promise<T>,
): Promise<T> {
  if (blobs === 'folder') return work(openFileSystemBlobInventory(dataFolder));
  const { openS3BlobInventory } = await import('./blobs/s3/s3-blob-inventory.ts');
  const inventory = openS3BlobInventory(blobs);
  try {
    return await work(inventory);
  } finally {
    inventory.close();
  }
}
