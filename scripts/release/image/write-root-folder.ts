// Writes the files of an image into a folder: for a Containerfile, and to run them without an engine.
import { chmodSync, chownSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { completeEntries, type ImageEntry } from './oci/image-entry.ts';

/**
 * Owners are kept only for root; for others everything belongs to them.
 * @throws Error if the folder has something in it
 */
export function writeRootFolder(layers: readonly (readonly ImageEntry[])[], folder: string): void {
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`);
  const isRoot = process.getuid?.() === 0;
  for (const entries of layers) {
    for (const { path, kind, mode, owner, content, target } of completeEntries(entries)) {
      const place = join(folder, path);
      if (kind === 'link') {
        symlinkSync(target ?? '', place);
        continue;
      }
      if (kind === 'folder') mkdirSync(place, { recursive: true });
      else writeFileSync(place, content ?? '');
      chmodSync(place, mode);
      if (isRoot) chownSync(place, owner ?? 0, owner ?? 0);
    }
  }
}
