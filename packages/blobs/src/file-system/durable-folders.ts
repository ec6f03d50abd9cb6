// Folders and files that survive a power failure: what is in a folder does so once the folder is synced (fsync(2), NOTES),
// and the folder itself once the one above it is.
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Moves files to folders that are made as needed, each in one that is there. It remembers which it has made sure of: that costs a sync each. */
export class DurableFolders {
  #making = new Map<string, Promise<void>>();

  /** Moves a file, whose bytes are durable, to its path; resolves when a power failure cannot undo it. */
  async moveInto(path: string, file: string): Promise<void> {
    const folder = dirname(path);
    await this.#make(folder);
    await rename(file, path).catch(async () => {
      // Somebody may have tidied up: make sure of every folder anew.
      this.#making.clear();
      await this.#make(folder);
      await rename(file, path);
    });
    await syncFolder(folder);
  }

  #make(folder: string): Promise<void> {
    let making = this.#making.get(folder);
    if (making === undefined) {
      making = makeDurably(folder);
      this.#making.set(folder, making);
      making.catch(() => this.#making.delete(folder));
    }
    return making;
  }
}

// The folder alone and none above it: where that is gone, as with a volume that is not mounted any more, what was made in
// its place would be gone when it is back.
async function makeDurably(folder: string): Promise<void> {
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  // Also when it was there: whoever made it may not have come to syncing the one above it.
  await syncFolder(dirname(folder));
}

/** Makes the entries of a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  // Windows has no way to sync a folder; renames there are in the journal of the file system.
  if (process.platform === 'win32') return;
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
