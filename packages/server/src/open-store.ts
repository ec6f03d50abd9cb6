// The store that the settings ask for. Apart from the server: most commands need the one without the other.
import { join } from 'node:path';
import { quote } from '@prime-registry/protocol';
import type { ServerSettings } from './config/server-settings.ts';
import { SettingError } from './config/setting.ts';
import { makeFolder } from './make-folder.ts';
import { openSqliteStore } from './store/sqlite/open-sqlite-store.ts';

/** Opens the store of a data folder, making both as needed. @throws SettingError when there can be no such folder */
export async function openStore({ dataFolder }: Pick<ServerSettings, 'dataFolder'>) {
  try {
    await makeFolder(dataFolder);
  } catch (error) {
    throw new SettingError(`data: ${quote(dataFolder)} cannot be made a folder: ${(error as Error).message}`);
  }
  return openSqliteStore(join(dataFolder, 'registry.sqlite'));
}
