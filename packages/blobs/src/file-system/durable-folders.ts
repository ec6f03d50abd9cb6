// Folders and files that survive a power failure. An entry of a folder is durable once the folder is synced
// (fsync(2), NOTES), and the folder itself once its parent is synced.
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { moveFile, syncPath } from './descriptors.ts';

/**
 * Moves files into folders, and creates a folder if only its parent exists. It remembers the folders that are
 * durable, because each check costs a sync.
 */
export class DurableFolders {
  #making = new Map<string, Promise<void>>();

  /** Moves a file, whose bytes are durable, to its path; resolves when a power failure cannot undo it. */
  async moveInto(path: string, file: string): Promise<void> {
    const folder = dirname(path);
    await this.#make(folder);
    await moveFile(file, path).catch(async () => {
      // Somebody may have removed folders: check every folder again.
      this.#making.clear();
      await this.#make(folder);
      await moveFile(file, path);
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

// Creates only this folder, not its parents. If the parent is gone, as with an unmounted volume, everything
// written in its place would be gone when the volume is back.
async function makeDurably(folder: string): Promise<void> {
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  // Also if the folder existed: the process that created it may not have synced its parent yet.
  await syncFolder(dirname(folder));
}

/** Makes the entries of a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot sync a folder; renames there are in the journal of the file system.
  if (process.platform === 'win32') return;
  await syncPath(path);
}
