// The private keys of the log for a backup. A file of its own: most backups are without them, and need not load it.
import { join } from 'node:path';
import type { ServerSettings } from '../../config/server-settings.ts';
import { replaceKeyFile } from '../../wiring/log/log-key-file.ts';
import { LOG_KEY_FILE } from '../../wiring/storage/data-folder.ts';
import { getKeys } from './log-data.ts';

/** Reads the keys. @returns what writes them into the folder of a backup. @throws SettingError if there are none */
export async function readKeysForBackup(
  settings: ServerSettings,
): Promise<(backupFolder: string) => Promise<void>> {
  const keys = await getKeys(settings);
  return (backupFolder) => replaceKeyFile(join(backupFolder, LOG_KEY_FILE), keys);
}
