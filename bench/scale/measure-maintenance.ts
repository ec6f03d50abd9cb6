// The work of the operators' commands on the database: verify, gc and backup. Tarballs are left out: a filled registry has
// none, and reading them takes as long as their bytes.
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobInventory } from '@prime-registry/blobs';
import type { RegistryStore } from '@prime-registry/store';
import { findGarbage } from '../../packages/server/src/actions/maintenance/collect-garbage.ts';
import type { ScaleDatabase } from './engines/engine.ts';
import { findDefects } from './find-defects.ts';

/** Times in seconds; undefined for what could not be measured. */
export interface Maintenance {
  /** The checks of the database that `verify` makes. */
  readonly defectsSeconds: number;
  readonly defects: number;
  /** What `verify` reads of the database for tarballs. */
  readonly referencesSeconds: number;
  readonly gcSeconds: number;
  readonly backupSeconds: number | undefined;
  readonly backupBytes: number | undefined;
}

/** Groups of blobs, by the first two digits. */
const GROUPS = Array.from({ length: 256 }, (_, group) => group.toString(16).padStart(2, '0'));

/** Measures them. */
export async function measureMaintenance(database: ScaleDatabase, signal: AbortSignal): Promise<Maintenance> {
  const store = await database.openStore();
  try {
    console.error('  Verify, gc');
    const { seconds: defectsSeconds, defects } = await findDefects(database, signal);
    for (const defect of defects.slice(0, 5)) console.error(`  defect: ${defect}`);
    const referencesSeconds = await time(async () => {
      for (const group of GROUPS) {
        signal.throwIfAborted();
        await store.listReferencedBlobs(group, `${group}g`);
      }
    });
    const inventory = withEveryBlob(store);
    const gcSeconds = await time(async () => {
      await findGarbage({ store, inventory, now: Date.now, signal }, 86_400_000);
    });
    const lasting = { defectsSeconds, defects: defects.length, referencesSeconds, gcSeconds };
    return { ...lasting, ...(await measureBackup(database, signal)) };
  } finally {
    await store.close();
  }
}

async function measureBackup(
  { dataFolder, backUp }: ScaleDatabase,
  signal: AbortSignal,
): Promise<Pick<Maintenance, 'backupSeconds' | 'backupBytes'>> {
  if (backUp === undefined) return { backupSeconds: undefined, backupBytes: undefined };
  const target = join(dataFolder, 'backup');
  try {
    console.error('  Backup');
    const backupSeconds = await time(() => backUp(target, signal));
    return { backupSeconds, backupBytes: (await stat(target)).size };
  } catch (error) {
    signal.throwIfAborted();
    console.error(`  No backup: ${(error as Error).message}`);
    return { backupSeconds: undefined, backupBytes: undefined };
  } finally {
    await rm(target, { force: true });
  }
}

async function time(work: () => Promise<void>): Promise<number> {
  const startMs = performance.now();
  await work();
  return (performance.now() - startMs) / 1000;
}

/** An inventory that has every blob which a version needs, and nothing else. */
function withEveryBlob(store: RegistryStore): BlobInventory {
  const refuse = async (): Promise<never> => {
    throw new Error('there are no blobs');
  };
  return {
    async *listGroups() {
      for (const beginning of GROUPS) {
        const blobs = await store.listReferencedBlobs(beginning, `${beginning}g`);
        yield { beginning, digests: blobs.map(({ sha256 }) => sha256), strangers: [] };
      }
    },
    listStrangers: async () => [],
    listAbandonedUploads: async () => [],
    findBlob: async () => undefined,
    read: refuse,
    removeBlob: refuse,
    removeUpload: refuse,
    readMark: async () => undefined,
    writeMark: refuse,
  };
}
