// The marks as files, such as `blobs/published.json`.
import { open, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { translateErrors } from '../blob-errors.ts';
import type { MarkStore } from '../mark-store.ts';
import { isAbandoned, isUploadFileName, uploadFileName } from '../upload-leftovers.ts';
import { moveDurably } from './durable-files.ts';

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

    writeMark: (name, text) =>
      translateErrors(async () => {
        // Several processes may write at the same time, so each has a draft of its own.
        const draft = join(folder, uploadFileName());
        try {
          await writeDraft(draft, text);
          await moveDurably(draft, join(folder, name));
        } catch (error) {
          await rm(draft, { force: true });
          throw error;
        }
        await removeDrafts(folder);
      }),
  };
}

async function writeDraft(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o640);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Removes the drafts of processes that were killed. */
async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const draft = join(folder, name);
    if (isUploadFileName(name) && (await isAbandoned(draft, name))) await rm(draft, { force: true });
  }
}
