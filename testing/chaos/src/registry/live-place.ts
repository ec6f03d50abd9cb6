// Where a registry stores its data: on its own disk, or on shared servers.
import { join } from 'node:path';
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
  readonly disk: DataDisk;
  /** Access to the tarballs. */
  readonly blobs: BlobPlace;
  /** The environment of every command, in addition to the data folder. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Creates an empty place. */
export async function createPlace(
  folder: string,
  canMount: boolean,
  { database, buckets }: Services,
): Promise<LivePlace> {
  const disk = new DataDisk(join(folder, 'data'), canMount);
  const bucket = await buckets?.createEmpty();
  const environment = {
    ...buckets?.environment,
    ...(database === undefined ? {} : { PRIME_REGISTRY_DATABASE: await database.createEmpty() }),
    ...(bucket === undefined ? {} : { PRIME_REGISTRY_BLOBS: bucket.url }),
  };
  return { disk, blobs: bucket ?? disk, environment };
}
