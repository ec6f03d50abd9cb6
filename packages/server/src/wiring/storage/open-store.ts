// Opens the configured store. A file of its own: most commands need the store but no server.
import { join } from 'node:path';
import { quote } from '@prime-registry/protocol/basics';
import type { MigrationPlan, MigrationReport, OnMigration, RegistryStore } from '@prime-registry/store';
import { openSqliteStore, planSqliteMigration } from '@prime-registry/store/sqlite';
import type { ServerSettings } from '../../config/server-settings.ts';
import { SettingError } from '../../config/setting.ts';
import { STORAGE_SETTINGS } from '../../config/storage.ts';
import { DATABASE_FILE, refuseUnfinishedRestore, requireDatabaseFile } from './data-folder.ts';
import { recordLostVersionsFile } from './known-versions.ts';
import { makeFolder } from './make-folder.ts';

type StoreSettings = Pick<ServerSettings, 'dataFolder'> &
  Partial<Pick<ServerSettings, 'database' | 'databaseConnections'>>;

type OpenedStore = RegistryStore & { readonly migration: MigrationReport };

/**
 * Opens the store of a registry; creates it and its data folder if needed.
 * @param onMigration - called before each migration
 * @throws SettingError if the data folder cannot be used
 */
export async function openStore(settings: StoreSettings, onMigration?: OnMigration): Promise<OpenedStore> {
  const { dataFolder } = settings;
  try {
    await makeFolder(dataFolder);
  } catch (error) {
    throw new SettingError(`data: ${quote(dataFolder)} cannot be created: ${(error as Error).message}`);
  }
  return open(settings, onMigration);
}

/**
 * Opens the store of a registry that exists. Makes no folder and no tables.
 * @param onMigration - called before each migration
 * @throws SettingError if there is no registry
 */
export async function openExistingStore(
  settings: StoreSettings,
  onMigration?: OnMigration,
): Promise<OpenedStore> {
  // First: a restore that was stopped early has no database yet.
  refuseUnfinishedRestore(settings.dataFolder);
  await requireRegistry(settings);
  return open(settings, onMigration);
}

/** @throws SettingError unless there is a registry in the folder, or its tables are in the database */
export async function requireRegistry(settings: StoreSettings): Promise<void> {
  const { database = STORAGE_SETTINGS.database.default } = settings;
  if (database === '') await requireDatabaseFile(settings.dataFolder);
  else if ((await planMigration(settings)).isNew) {
    throw new SettingError(
      'database: there is no registry in this database: it has no tables; give the address of yours with --database, ' +
        "or make a new registry first, with 'prime-registry init' or by starting it",
    );
  }
}

async function open(
  {
    dataFolder,
    database = STORAGE_SETTINGS.database.default,
    databaseConnections = STORAGE_SETTINGS.databaseConnections.default,
  }: StoreSettings,
  onMigration: OnMigration | undefined,
): Promise<OpenedStore> {
  refuseUnfinishedRestore(dataFolder);
  const store = await openDatabase({ dataFolder, database, databaseConnections }, onMigration);
  try {
    await recordLostVersionsFile(dataFolder, store);
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

async function openDatabase(
  { dataFolder, database, databaseConnections }: Required<StoreSettings>,
  onMigration: OnMigration | undefined,
): Promise<OpenedStore> {
  if (database === '') return openSqliteStore(join(dataFolder, DATABASE_FILE), onMigration);
  // Loaded on demand: it takes memory, and time at the start.
  const { openPostgresStore } = await import('@prime-registry/store/postgres');
  return openPostgresStore(database, databaseConnections, onMigration);
}

/** Finds the migrations that opening the store of a registry would run; changes nothing. */
export async function planMigration({
  dataFolder,
  database = STORAGE_SETTINGS.database.default,
}: StoreSettings): Promise<MigrationPlan> {
  if (database === '') return planSqliteMigration(join(dataFolder, DATABASE_FILE));
  const { planPostgresMigration } = await import('@prime-registry/store/postgres');
  return planPostgresMigration(database);
}
