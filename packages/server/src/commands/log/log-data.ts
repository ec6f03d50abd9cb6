// What the commands of the log work with: the store, the keys, and the mark next to the tarballs.
import type { ServerSettings } from '../../config/server-settings.ts';
import { SettingError } from '../../config/setting.ts';
import { HEAD_MARK, parseHeadMark, type SignedHead } from '../../log/head-mark.ts';
import type { SigningKey } from '../../signing/key-file.ts';
import { findKeyPath, readKeys } from '../../wiring/log/log-key-file.ts';
import { withBlobInventory } from '../../wiring/storage/open-blobs.ts';
import { type Command, settingsNamed } from '../command.ts';
import { DATA_AND_BLOB_SETTINGS, DATA_SETTINGS } from '../open-data.ts';

/** The settings of a command that works with keys. */
export const KEY_SETTINGS: Command['settings'] = [...DATA_SETTINGS, ...settingsNamed('log-key-file')];

/** The settings of a command that needs the last signed head, too. */
export const LOG_SETTINGS: Command['settings'] = [
  ...DATA_AND_BLOB_SETTINGS,
  ...settingsNamed('public-url', 'log-key-file'),
];

/** The last head that is known to be signed, as the mark says; undefined if there is none. */
export function readLastSigned(settings: ServerSettings): Promise<SignedHead | undefined> {
  return withBlobInventory(settings, async (inventory) => {
    const text = await inventory.readMark(HEAD_MARK);
    return text === undefined ? undefined : parseHeadMark(text);
  });
}

/** The path of the key file. @throws SettingError with PostgreSQL if it is not configured */
export function getKeyPath(settings: ServerSettings): string {
  const path = findKeyPath(settings);
  if (path !== undefined) return path;
  throw new SettingError(
    'log-key-file: with PostgreSQL, give the path of the key file that all servers have',
  );
}

/** The keys of the key file. @throws SettingError if there is none */
export async function getKeys(settings: ServerSettings): Promise<readonly SigningKey[]> {
  const path = getKeyPath(settings);
  const keys = await readKeys(settings);
  if (keys !== undefined) return keys;
  throw new SettingError(
    `data: there is no key of the log: ${path} does not exist; a server makes it at its first start, ` +
      "and 'prime-registry log key import' brings one",
  );
}
