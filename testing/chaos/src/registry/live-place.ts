// Where a registry stores its data: on its own disk, or on shared servers.
import { join } from 'node:path';
import { runCommand } from '@prime-registry/testkit';
import type { BlobPlace } from './blob-place.ts';
import { DataDisk } from './data-disk.ts';
import type { LiveBuckets } from './live-bucket.ts';
import type { LiveDatabase } from './live-database.ts';

/** The servers that registries use. undefined means the disk. */
export interface Services {
  readonly database: LiveDatabase | undefined;
  readonly buckets: LiveBuckets | undefined;
}

export interface LivePlace {
  /** The disk of the current machine. */
  readonly disk: DataDisk;
  /** Access to the tarballs. */
  readonly blobs: BlobPlace;
  /** The environment of every command, in addition to the data folder. */
  readonly environment: Readonly<Record<string, string>>;
  /** Replaces the disk by an empty one, as of another machine. @returns a function that removes the old one */
  moveToEmptyDisk(): () => void;
}

/** Creates an empty place. */
export async function createPlace(
  folder: string,
  canMount: boolean,
  { database, buckets }: Services,
): Promise<LivePlace> {
  let disk = new DataDisk(join(folder, 'data'), canMount);
  let machines = 1;
  const bucket = await buckets?.createEmpty();
  return {
    get disk() {
      return disk;
    },
    get blobs() {
      return bucket ?? disk;
    },
    environment: {
      ...buckets?.environment,
      ...(database === undefined
        ? {}
        : {
            PRIME_REGISTRY_DATABASE: await database.createEmpty(),
            PRIME_REGISTRY_LOG_KEY_FILE: await createLogKey(join(folder, 'log.key')),
          }),
      ...(bucket === undefined ? {} : { PRIME_REGISTRY_BLOBS: bucket.url }),
    },
    moveToEmptyDisk() {
      const old = disk;
      machines += 1;
      disk = new DataDisk(join(folder, `data-${machines}`), canMount);
      return () => old.remove();
    },
  };
}

/** The key of the log, which replicas share. @returns the path */
async function createLogKey(path: string): Promise<string> {
  const { code, stderr } = await runCommand(['log', 'key', 'create', path]);
  if (code !== 0) throw new Error(`log key create ended with ${code}: ${stderr}`);
  return path;
}
