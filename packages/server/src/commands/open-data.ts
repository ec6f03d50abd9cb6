// Opens the data of a registry for commands; a server may be running on it.
import { resolve } from 'node:path';
import type { BlobStore } from '@prime-registry/blobs';
import type { Flags } from '@prime-registry/command-line';
import type { OnMigration } from '@prime-registry/store';
import type { Ledger } from '@prime-registry/store/ledger';
import { loadSettings } from '../config/load-settings.ts';
import type { ServerSettings } from '../config/server-settings.ts';
import { requireFolder } from '../wiring/storage/data-folder.ts';
import type { openStore } from '../wiring/storage/open-store.ts';
import { type Command, settingsNamed } from './command.ts';
import type { CommandHost } from './command-host.ts';
import { openLedger } from './open-ledger.ts';

/** The opened store of a command. */
export type Store = Awaited<ReturnType<typeof openStore>>;

/** The settings of every such command. */
export const DATA_SETTINGS: Command['settings'] = settingsNamed('data', 'database', 'database-connections');

/** The settings of a command that also needs tarballs. */
export const DATA_AND_BLOB_SETTINGS: Command['settings'] = settingsNamed(
  'data',
  'database',
  'database-connections',
  'blobs',
);

/** The settings from flags, environment and file. */
export function settingsOf({ env }: CommandHost, flags: Flags): ServerSettings {
  return loadSettings({ flags: flags as Record<string, string | boolean>, environment: env });
}

/**
 * Opens the store during the work; creates a registry if there is none. Only for commands that an operator runs to
 * make one: in any other, it would hide a wrong folder.
 */
export async function withNewStore<T>(
  host: CommandHost,
  flags: Flags,
  work: (store: Store, settings: ServerSettings) => Promise<T>,
): Promise<T> {
  const settings = settingsOf(host, flags);
  // Loaded on demand, with the database: help and wrong flags need neither.
  const { openStore } = await import('../wiring/storage/open-store.ts');
  const store = await openStore(settings);
  if (store.migration.isNew) {
    const database = settings.database === '' ? '' : ', its tables in the database';
    host.stderr.write(`Created a new registry in ${resolve(settings.dataFolder)}${database}.\n`);
  }
  return closing(store, () => work(store, settings));
}

/**
 * Opens the store of an existing registry during the work.
 * @param onMigration - called before each migration
 * @throws SettingError if there is none
 */
export async function withExistingStore<T>(
  host: CommandHost,
  flags: Flags,
  work: (store: Store, settings: ServerSettings) => Promise<T>,
  onMigration?: OnMigration,
): Promise<T> {
  const settings = settingsOf(host, flags);
  const { openExistingStore } = await import('../wiring/storage/open-store.ts');
  const store = await openExistingStore(settings, onMigration);
  return closing(store, () => work(store, settings));
}

/**
 * Opens what short commands need of an existing registry during the work: on SQLite without the rest of the store, which
 * takes most of the time and memory of such a command.
 * @throws SettingError if there is none
 */
export async function withLedger<T>(
  host: CommandHost,
  flags: Flags,
  work: (ledger: Ledger, settings: ServerSettings) => Promise<T>,
): Promise<T> {
  const settings = settingsOf(host, flags);
  const ledger = await openLedger(settings);
  return ledger === undefined
    ? withExistingStore(host, flags, work)
    : closing(ledger, () => work(ledger, settings));
}

/**
 * Opens the tarballs of an existing registry.
 * @throws SettingError if its data folder does not exist: it is not created
 */
export async function openExistingBlobs(settings: ServerSettings): Promise<BlobStore> {
  const { openBlobStore } = await import('../wiring/storage/open-blobs.ts');
  if (settings.blobs === 'folder') requireFolder(settings.dataFolder);
  return openBlobStore(settings);
}

async function closing<T>(store: { close(): Promise<void> }, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await store.close();
  }
}
