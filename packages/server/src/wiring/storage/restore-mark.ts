// Marks a data folder that was restored from a backup. Versions that were published after the backup are
// missing, so their numbers look free: the operator must know until it is settled.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFileDurably } from '@prime-registry/blobs/file-system';
import { parseJsonObject } from '@prime-registry/protocol/basics';

/** The file of the mark. The operator deletes it. */
export const RESTORE_MARK = 'restored.json';

/** When what was restored. */
export interface RestoreMark {
  /** When the database of the backup was copied, as an ISO timestamp; undefined if the file is damaged. */
  readonly backup_of: string | undefined;
  readonly restored_at: string | undefined;
}

/** Marks the folder. */
export async function writeRestoreMark(dataFolder: string, mark: RestoreMark): Promise<void> {
  await replaceFileDurably(join(dataFolder, RESTORE_MARK), `${JSON.stringify(mark, undefined, 2)}\n`);
}

/** The mark of the folder; undefined if it was not restored, or the operator has settled it. */
export async function findRestoreMark(dataFolder: string): Promise<RestoreMark | undefined> {
  let text: string;
  try {
    text = await readFile(join(dataFolder, RESTORE_MARK), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    return { backup_of: undefined, restored_at: undefined };
  }
  const { backup_of, restored_at } = parseJsonObject(text) ?? {};
  return { backup_of: textOf(backup_of), restored_at: textOf(restored_at) };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
