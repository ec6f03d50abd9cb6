// The marks as files, such as `blobs/published.json`.
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ifThere, translateErrors } from '../blob-errors.ts';
import type { MarkStore } from '../mark-store.ts';
import { replaceFileDurably } from './durable-files.ts';

/** @param blobFolder - the folder of the groups */
export function createMarkFiles(blobFolder: string): MarkStore {
  const folder = dirname(blobFolder);
  return {
    readMark: (name) => translateErrors(() => ifThere(readFile(join(folder, name), 'utf8'))),
    writeMark: (name, text) => translateErrors(() => replaceFileDurably(join(folder, name), text)),
  };
}
