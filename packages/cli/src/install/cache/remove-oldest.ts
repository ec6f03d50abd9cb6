// Keeps a cache small.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isSha256 } from '@prime-registry/protocol';
import { isRealFolder } from '../../files/own-folder.ts';

/**
 * Removes the oldest files of a cache whose files are named by digests. Only what prime has made: a cache that comes from
 * elsewhere may have a link to a folder of the user in place of this one. Never throws.
 */
export function removeOldest(
  folder: string,
  { maxFiles, maxBytes }: { readonly maxFiles: number; readonly maxBytes: number },
): void {
  try {
    if (!isRealFolder(folder)) return;
    const files = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && isSha256(entry.name))
      .map(({ name }) => {
        const path = join(folder, name);
        const { mtimeMs, size } = statSync(path);
        return { path, mtimeMs, size };
      })
      .sort((a, b) => b.mtimeMs - a.mtimeMs);
    let bytes = 0;
    for (const [index, { path, size }] of files.entries()) {
      bytes += size;
      if (index >= maxFiles || bytes > maxBytes) rmSync(path, { force: true });
    }
  } catch {
    // Another process removes files too.
  }
}
