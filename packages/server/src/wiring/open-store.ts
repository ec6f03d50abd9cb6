// The store that the settings ask for. Apart from the server: most commands need the one without the other.
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { quote } from '@prime-registry/protocol';
import type { MigrationPlan, MigrationReport, OnMigration, RegistryStore } from '@prime-registry/store';
import { openSqliteStore, planSqliteMigration } from '@prime-registry/store/sqlite';
import type { ServerSettings } from '../config/server-settings.ts';
import { SettingError } from '../config/setting.ts';
import { DATABASE, DATABASE_CONNECTIONS } from '../config/storage.ts';
import { makeFolder } from './make-folder.ts';

/** The database, in the data folder. */
export const DATABASE_FILE = 'registry.sqlite';

/** A file in a data folder that a restore has begun to fill, until it is whole. */
export const UNFINISHED_RESTORE_FILE = 'unfinished-restore';

type StoreSettings = Pick<ServerSettings, 'dataFolder'> &
  Partial<Pick<ServerSettings, 'database' | 'databaseConnections'>>;

/**
 * Opens the store of a registry, making it and its data folder as needed.
 * @param onMigration - called before each migration
 * @throws SettingError when there can be no such folder
 */
export async function openStore(
  {
    dataFolder,
    database = DATABASE.default,
    databaseConnections = DATABASE_CONNECTIONS.default,
  }: StoreSettings,
  onMigration?: OnMigration,
): Promise<RegistryStore & { readonly migration: MigrationReport }> {
  try {
    await makeFolder(dataFolder);
  } catch (error) {
    throw new SettingError(`data: ${quote(dataFolder)} cannot be made a folder: ${(error as Error).message}`);
  }
  if (await isThere(join(dataFolder, UNFINISHED_RESTORE_FILE))) {
    throw new SettingError(
      `data: a restore into ${quote(dataFolder)} has not ended; run it again, it goes on where it was`,
    );
  }
  if (database === '') return openSqliteStore(join(dataFolder, DATABASE_FILE), onMigration);
  // Loaded where it is used: it takes memory, and time at the start.
  const { openPostgresStore } = await import('@prime-registry/store/postgres');
  return openPostgresStore(database, databaseConnections, onMigration);
}

/** Finds out what opening the store would migrate, and changes nothing; undefined when there is no database to read. */
export async function planMigration({
  dataFolder,
  database = DATABASE.default,
}: StoreSettings): Promise<MigrationPlan | undefined> {
  if (database !== '') {
    const { planPostgresMigration } = await import('@prime-registry/store/postgres');
    return planPostgresMigration(database);
  }
  const file = join(dataFolder, DATABASE_FILE);
  return (await isThere(file)) ? planSqliteMigration(file) : undefined;
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
