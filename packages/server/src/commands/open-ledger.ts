// Opens what short commands need of an existing registry.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Ledger } from '@prime-registry/store/ledger';
import type { ServerSettings } from '../config/server-settings.ts';
import {
  DATABASE_FILE,
  LOST_VERSIONS_FILE,
  refuseUnfinishedRestore,
  requireDatabaseFile,
} from '../wiring/storage/data-folder.ts';

/**
 * Opens the ledger of an existing registry.
 * @returns undefined on PostgreSQL, and if the database must be migrated, or a newer program made it
 * @throws SettingError if there is no registry
 */
export async function openLedger({ database, dataFolder }: ServerSettings): Promise<Ledger | undefined> {
  if (database !== '') return undefined;
  refuseUnfinishedRestore(dataFolder);
  await requireDatabaseFile(dataFolder);
  const { openSqliteLedger } = await import('@prime-registry/store/ledger');
  const ledger = await openSqliteLedger(join(dataFolder, DATABASE_FILE));
  // As opening the store does. Few registries have the file.
  if (ledger !== undefined && existsSync(join(dataFolder, LOST_VERSIONS_FILE))) {
    const { recordLostVersionsFile } = await import('../wiring/storage/known-versions.ts');
    try {
      await recordLostVersionsFile(dataFolder, ledger);
    } catch (error) {
      await ledger.close();
      throw error;
    }
  }
  return ledger;
}
