// The marks as files, such as `blobs/published.json`.
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { translateErrors } from '../blob-errors.ts';
import type { MarkStore } from '../mark-store.ts';
import { replaceFileDurably } from './durable-files.ts';

/** @param blobFolder - the folder of the groups */
export function createMarkFiles(blobFolder: string): MarkStore {
  const folder = dirname(blobFolder);
  return {
    readMark: (name) =>
      translateErrors(async () => {
        try {
          return await readFile(join(folder, name), 'utf8');
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
          throw error;
        }
      }),

    writeMark: (name, text) => translateErrors(() => replaceFileDurably(join(folder, name), text)),
  };
}
