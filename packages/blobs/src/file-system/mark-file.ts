// The mark as a file, `blobs/published.json`.
import { open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { translateErrors } from '../blob-errors.ts';
import { MARK_NAME, type MarkStore } from '../mark-store.ts';
import { uploadFileName } from '../upload-leftovers.ts';
import type { BlobFolders } from './blob-files.ts';
import { moveDurably } from './durable-files.ts';

export function createMarkFile({
  blobFolder,
  uploadFolder,
}: Pick<BlobFolders, 'blobFolder' | 'uploadFolder'>): MarkStore {
  const path = join(dirname(blobFolder), MARK_NAME);
  return {
    readMark: () =>
      translateErrors(async () => {
        try {
          return await readFile(path, 'utf8');
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
          throw error;
        }
      }),

    // Several processes may write at the same time, so each has a draft of its own. It counts as an upload: a
    // start removes the one of a killed process.
    writeMark: (text) =>
      translateErrors(async () => {
        const draft = join(uploadFolder, uploadFileName());
        try {
          const file = await open(draft, 'wx', 0o640);
          try {
            await file.writeFile(text);
            await file.sync();
          } finally {
            await file.close();
          }
          await moveDurably(draft, path);
        } catch (error) {
          await rm(draft, { force: true });
          throw error;
        }
      }),
  };
}
