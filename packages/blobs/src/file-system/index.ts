// Public interface for blobs in a folder, and for files and folders that survive a power failure.
export {
  copyDurably,
  createFileDurably,
  hashFile,
  moveDurably,
  removeDurably,
  replaceFileDurably,
  syncFile,
} from './durable-files.ts';
export { syncFolder } from './durable-folders.ts';
export { openFileSystemBlobInventory } from './file-system-blob-inventory.ts';
export { openFileSystemBlobStore } from './file-system-blob-store.ts';
