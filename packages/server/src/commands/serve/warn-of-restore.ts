// Says at every start that the registry was restored, until the operator has settled it.
import { join } from 'node:path';
import { findRestoreMark, RESTORE_MARK } from '../../wiring/storage/restore-mark.ts';

/** Logs a warning if the data folder was restored. */
export async function warnOfRestore(
  dataFolder: string,
  warn: (fields: object, message: string) => void,
): Promise<void> {
  const mark = await findRestoreMark(dataFolder);
  if (mark === undefined) return;
  warn(
    { ...mark, file: join(dataFolder, RESTORE_MARK) },
    'this registry was restored: what was published after the backup is missing, but may be installed elsewhere. ' +
      'Publish those versions again with the very same files, or skip their numbers; then delete the file',
  );
}
