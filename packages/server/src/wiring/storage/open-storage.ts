// Opens the store and the blob store of a server, with every operation timed for the metrics.
import type { BlobStore } from '@prime-registry/blobs';
import type { MigrationReport, RegistryStore } from '@prime-registry/store';
import type { ServerSettings } from '../../config/server-settings.ts';
import type { RegistryMetrics } from '../../metrics/registry-metrics.ts';
import { timed } from '../../metrics/timed.ts';
import { openBlobStore } from './open-blobs.ts';
import { openStore } from './open-store.ts';

/** Not timed: the metrics read it on every scrape, which is no operation of the registry. */
type Scraped = Pick<
  RegistryStore,
  'listMirrorUsage' | 'readLogHead' | 'findBackfillProgress' | 'listWitnesses'
>;

/** Where everything durable is. */
export interface Storage extends Scraped {
  readonly store: RegistryStore;
  readonly blobs: BlobStore;
  /** The migrations that opening the store has run. */
  readonly migration: MigrationReport;
}

/** Opens both. @throws SettingError, or RegistryError `storage_unavailable` */
export async function openStorage(
  settings: ServerSettings,
  { storeDuration }: RegistryMetrics,
): Promise<Storage> {
  const { changeStamp, migration, ...opened } = await openStore(settings);
  return {
    // Not timed: hot reads ask for it all the time, and SQLite answers them synchronously.
    store: { ...timed('store', opened, storeDuration), changeStamp },
    blobs: timed('blobs', await openBlobStore(settings), storeDuration),
    listMirrorUsage: () => opened.listMirrorUsage(),
    readLogHead: () => opened.readLogHead(),
    findBackfillProgress: () => opened.findBackfillProgress(),
    listWitnesses: () => opened.listWitnesses(),
    migration,
  };
}
