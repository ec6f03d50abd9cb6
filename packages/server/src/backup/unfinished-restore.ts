// The mark of an unfinished restore. Servers and commands refuse a folder that has it, and it says whose restore it is: of
// two into one folder, the later one goes on. Otherwise the other could replace the database of a server that has started
// in between.
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeDurably, syncFile, syncFolder } from '@prime-registry/blobs/file-system';
import { UNFINISHED_RESTORE_FILE } from '../wiring/storage/data-folder.ts';
import { BackupFolderError } from './backup-folder.ts';

/** A restore that has marked its data folder. */
export interface UnfinishedRestore {
  /** @throws BackupFolderError if another restore has begun in the folder since */
  requireMark(): Promise<void>;
  /** Takes the mark away. @throws BackupFolderError as {@link requireMark} */
  end(): Promise<void>;
}

/** Marks the data folder, also one with the mark of a restore that was interrupted. */
export async function beginRestore(dataFolder: string, backupFolder: string): Promise<UnfinishedRestore> {
  const mark = join(dataFolder, UNFINISHED_RESTORE_FILE);
  const id = randomBytes(8).toString('hex');
  const text = `A restore of ${backupFolder} has begun here. Run it again: it resumes.\nRestore ${id}\n`;
  await writeFile(mark, text);
  await syncFile(mark);
  await syncFolder(dataFolder);
  const requireMark = async (): Promise<void> => {
    const found = await readFile(mark, 'utf8').catch(() => undefined);
    if (found === text) return;
    throw new BackupFolderError(
      `another restore into ${dataFolder} has begun since, or has ended: this one stops. Run one at a time`,
    );
  };
  return {
    requireMark,
    async end() {
      await requireMark();
      await removeDurably(mark);
    },
  };
}
