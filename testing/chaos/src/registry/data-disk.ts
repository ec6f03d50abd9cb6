// The data folder of the registry, if possible on its own small disk, which can be made full or read-only at
// once without writing.
import { execFileSync } from 'node:child_process';
import { createReadStream, mkdirSync, mkdtempSync, renameSync, rmdirSync, statfsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobPlace, StoredBlob } from './blob-place.ts';

const DISK_BYTES = 512 * 2 ** 20;
const PAGE_BYTES = 4096;

/** Folders that can be taken away. */
export type Place = 'uploads' | 'blobs';

export class DataDisk implements BlobPlace {
  readonly folder: string;
  /** Whether it can be made full and read-only. */
  readonly isMounted: boolean;

  constructor(folder: string, canMount: boolean) {
    this.folder = folder;
    this.isMounted = canMount;
    mkdirSync(folder);
    if (canMount) mount('-t', 'tmpfs', '-o', `size=${DISK_BYTES},mode=0755`, 'tmpfs', folder);
  }

  /** Leaves this many bytes free, rounded up to a page. */
  leaveFree(freeBytes: number): void {
    for (let attempt = 1; ; attempt += 1) {
      const { blocks, bfree, bsize } = statfsSync(this.folder);
      const usedBytes = (blocks - bfree) * bsize;
      const sizeBytes = Math.ceil((usedBytes + freeBytes) / PAGE_BYTES) * PAGE_BYTES;
      try {
        this.#remount(`size=${sizeBytes}`);
        return;
      } catch (error) {
        // The registry may have written more in the meantime.
        if (attempt === 20) throw error;
      }
    }
  }

  /** Frees the disk again. */
  makeRoom(): void {
    this.#remount(`size=${DISK_BYTES}`);
  }

  /** Makes the folder read-only. @returns a function that undoes it */
  makeReadOnly(place: Place): () => void {
    const folder = join(this.folder, place);
    // A read-only copy is mounted over the folder: remounting the folder itself would fail if a file is open
    // for writing.
    const copy = mkdtempSync(`${this.folder}-read-only-`);
    mount('--bind', folder, copy);
    mount('-o', 'remount,bind,ro', copy);
    mount('--bind', copy, folder);
    unmount(copy);
    rmdirSync(copy);
    return () => unmount(folder);
  }

  /**
   * Makes the whole disk read-only, which requires that no file is open for writing.
   * @returns a function that undoes it
   */
  freeze(): () => void {
    this.#remount('ro');
    return () => this.#remount('rw');
  }

  /** Removes the folder. @returns a function that restores it */
  takeAway(place: Place): () => void {
    const folder = join(this.folder, place);
    renameSync(folder, `${folder}-away`);
    return () => renameSync(`${folder}-away`, folder);
  }

  async listBlobs(): Promise<StoredBlob[]> {
    return (await this.#list('blobs/sha256')).map(({ name, parentPath }) => ({
      name,
      read: () => createReadStream(join(parentPath, name)),
    }));
  }

  async listUploads(): Promise<string[]> {
    return (await this.#list('uploads')).map(({ name }) => name);
  }

  /** Unmounts the disk. */
  remove(): void {
    if (this.isMounted) unmount(this.folder);
  }

  async #list(place: 'blobs/sha256' | 'uploads') {
    const entries = await readdir(join(this.folder, place), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile());
  }

  // With only the folder, mount would repeat options that a user namespace may not set.
  #remount(options: string): void {
    mount('-t', 'tmpfs', '-o', `remount,${options}`, 'tmpfs', this.folder);
  }
}

function mount(...args: string[]): void {
  execFileSync('mount', args, { stdio: 'pipe' });
}

/** Lazily, because a process may still read there. */
function unmount(folder: string): void {
  execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' });
}
