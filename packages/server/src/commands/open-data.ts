// The commands that work on the data folder, while a server may be running on it.

import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describeLocation } from '@prime-registry/blobs';
import type { Flags } from '@prime-registry/command-line';
import type { OnMigration } from '@prime-registry/store';
import { loadSettings } from '../config/load-settings.ts';
import type { ServerSettings } from '../config/server-settings.ts';
import { SettingError } from '../config/setting.ts';
import { DATABASE_FILE, openStore } from '../wiring/open-store.ts';
import { type Command, settingsNamed } from './command.ts';

type Store = Awaited<ReturnType<typeof openStore>>;

/** The settings that such a command takes. */
export const DATA_SETTINGS: Command['settings'] = settingsNamed('data', 'database', 'database-connections');

/** The settings of a command that has to do with tarballs as well. */
export const DATA_AND_BLOB_SETTINGS: Command['settings'] = settingsNamed(
  'data',
  'database',
  'database-connections',
  'blobs',
);

/** The settings that the flags and the environment give. */
export function settingsOf(flags: Flags): ServerSettings {
  return loadSettings({ flags: flags as Record<string, string | boolean>, environment: process.env });
}

/**
 * Opens the store for as long as the work takes, making a registry where there is none.
 * @param onMigration - called before each migration
 */
export async function withStore<T>(
  flags: Flags,
  work: (store: Store, settings: ServerSettings) => Promise<T>,
  onMigration?: OnMigration,
): Promise<T> {
  const settings = settingsOf(flags);
  const store = await openStore(settings, onMigration);
  if (store.migration.isNew) {
    const database = settings.database === '' ? '' : ', its tables in the database';
    process.stderr.write(`Made a new registry in ${resolve(settings.dataFolder)}${database}.\n`);
  }
  try {
    return await work(store, settings);
  } finally {
    await store.close();
  }
}

/**
 * Opens the store of a registry that is there, for as long as the work takes.
 * @throws SettingError when there is none: whoever asks about a registry has one, and has given another folder
 */
export async function withExistingStore<T>(
  flags: Flags,
  work: (store: Store, settings: ServerSettings) => Promise<T>,
): Promise<T> {
  const { database, dataFolder } = settingsOf(flags);
  // A database of PostgreSQL has to be made by hand: it is not made by a slip of the pen.
  if (database === '') await requireRegistry(dataFolder);
  return withStore(flags, work);
}

/**
 * The settings of a command that copies the files of a data folder.
 * @param doing - what it does, as in `backup copies`
 * @throws SettingError when the tarballs are elsewhere
 */
export function settingsWithFolder(flags: Flags, doing: string): ServerSettings {
  const settings = settingsOf(flags);
  if (settings.blobs === 'folder') return settings;
  throw new SettingError(
    `blobs: the tarballs are in ${describeLocation(settings.blobs)}, and ${doing} the files of a data folder only; ` +
      "keep the bucket's own versions or a replica of it, or use 'prime-registry export' and 'import'",
  );
}

/** @throws SettingError unless there is a registry in the folder */
export async function requireRegistry(dataFolder: string): Promise<void> {
  try {
    await access(join(dataFolder, DATABASE_FILE));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? `there is no ${DATABASE_FILE} in it` : (error as Error).message;
    throw new SettingError(
      `data: there is no registry in ${resolve(dataFolder)}: ${reason}; give its folder with --data`,
    );
  }
}
