// Opens the data of a registry for commands; a server may be running on it.

import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describeLocation } from '@prime-registry/blobs';
import type { Flags } from '@prime-registry/command-line';
import type { OnMigration } from '@prime-registry/store';
import { SecretCheck } from '../actions/secrets/secret-check.ts';
import { loadSettings, readAdminToken } from '../config/load-settings.ts';
import type { ServerSettings } from '../config/server-settings.ts';
import { SettingError } from '../config/setting.ts';
import { DATABASE_FILE } from '../wiring/data-folder.ts';
import type { openStore } from '../wiring/open-store.ts';
import { type Command, settingsNamed } from './command.ts';
import type { CommandHost } from './command-host.ts';

type Store = Awaited<ReturnType<typeof openStore>>;

/** The settings of every such command. */
export const DATA_SETTINGS: Command['settings'] = settingsNamed('data', 'database', 'database-connections');

/** The settings of a command that also needs tarballs. */
export const DATA_AND_BLOB_SETTINGS: Command['settings'] = settingsNamed(
  'data',
  'database',
  'database-connections',
  'blobs',
);

/** Finds secrets for a command that stores versions. */
export function openSecretCheck(
  { env }: CommandHost,
  store: Pick<Store, 'findTokensBySecrets'>,
  { secretScan }: ServerSettings,
): SecretCheck {
  return new SecretCheck({ store, adminToken: readAdminToken(env), secretScan, now: Date.now });
}

/** The settings from flags, environment and file. */
export function settingsOf({ env }: CommandHost, flags: Flags): ServerSettings {
  return loadSettings({ flags: flags as Record<string, string | boolean>, environment: env });
}

/**
 * Opens the store during the work; creates a registry if there is none.
 * @param onMigration - called before each migration
 */
export async function withStore<T>(
  host: CommandHost,
  flags: Flags,
  work: (store: Store, settings: ServerSettings) => Promise<T>,
  onMigration?: OnMigration,
): Promise<T> {
  const settings = settingsOf(host, flags);
  // Loaded on demand, with the database: help and wrong flags need neither.
  const { openStore } = await import('../wiring/open-store.ts');
  const store = await openStore(settings, onMigration);
  if (store.migration.isNew) {
    const database = settings.database === '' ? '' : ', its tables in the database';
    host.stderr.write(`Created a new registry in ${resolve(settings.dataFolder)}${database}.\n`);
  }
  try {
    return await work(store, settings);
  } finally {
    await store.close();
  }
}

/**
 * Opens the store of an existing registry during the work.
 * @throws SettingError if there is none: the operator has probably given the wrong folder
 */
export async function withExistingStore<T>(
  host: CommandHost,
  flags: Flags,
  work: (store: Store, settings: ServerSettings) => Promise<T>,
): Promise<T> {
  const { database, dataFolder } = settingsOf(host, flags);
  // A PostgreSQL database must be created by hand, so a wrong address creates no registry.
  if (database === '') await requireRegistry(dataFolder);
  return withStore(host, flags, work);
}

/**
 * The settings of a command that copies the files of a data folder.
 * @param doing - what the command does, as in `backup copies`
 * @throws SettingError if the tarballs are in a bucket
 */
export function settingsWithFolder(host: CommandHost, flags: Flags, doing: string): ServerSettings {
  const settings = settingsOf(host, flags);
  if (settings.blobs === 'folder') return settings;
  throw new SettingError(
    `blobs: the tarballs are in ${describeLocation(settings.blobs)}, but ${doing} only the files of a data folder; ` +
      "use versioning or replication of the bucket, or 'prime-registry export' and 'import'",
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
