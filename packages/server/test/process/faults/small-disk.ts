// A disk that a test can fill, or make read-only.
import { execFileSync } from 'node:child_process';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { atEnd, makeFolder } from '../temporary-registry.ts';

const DISK_MIB = 16;

/** A folder on a small disk of its own; undefined if the system does not allow it. */
export async function makeSmallDisk(t: TestContext): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const folder = await makeFolder(t);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    return undefined;
  }
  // Lazily, because a process that was just killed may use it for another moment.
  atEnd(t, () => execFileSync('umount', ['--lazy', folder]));
  return folder;
}

/** Fills the disk except for this much. @returns a function that frees it again */
export async function fill(folder: string, freeBytes: number): Promise<() => Promise<void>> {
  const ballast = join(folder, 'ballast');
  const { bavail, bsize } = await statfs(folder);
  await writeFile(ballast, Buffer.alloc(bavail * bsize - freeBytes)).catch((error: NodeJS.ErrnoException) => {
    // A registry has written in the meantime. The disk is as full as was asked for.
    if (freeBytes > 0 || error.code !== 'ENOSPC') throw error;
  });
  return () => rm(ballast);
}

/** Makes the disk read-only. */
export function makeReadOnly(folder: string): void {
  execFileSync('mount', ['-o', 'remount,ro', folder], { stdio: 'pipe' });
}
