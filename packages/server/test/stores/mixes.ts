// Every combination of metadata and tarball storage, each empty.
import type { TestContext } from 'node:test';
import { createDatabase } from '@prime-registry/testkit/postgres';
import type { S3Server } from '@prime-registry/testkit/s3';
import { makeFolder } from '../process/temporary-registry.ts';

/** Where a registry keeps its data. */
export interface Mix {
  readonly database: 'sqlite' | 'postgres';
  readonly blobs: 'folder' | 's3';
}

export const MIXES: readonly Mix[] = [
  { database: 'sqlite', blobs: 'folder' },
  { database: 'sqlite', blobs: 's3' },
  { database: 'postgres', blobs: 'folder' },
  { database: 'postgres', blobs: 's3' },
];

/** Settings that name a registry to processes and commands. */
export interface RegistryPlace {
  readonly dataFolder: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Creates the storage of a registry. */
export async function makePlace(
  t: TestContext,
  s3: S3Server,
  { database, blobs }: Mix,
): Promise<RegistryPlace> {
  const environment: Record<string, string> = {};
  if (database === 'postgres') environment.PRIME_REGISTRY_DATABASE = await createDatabase();
  if (blobs === 's3') {
    const { url } = await s3.makeBucket();
    Object.assign(environment, s3.environment, { PRIME_REGISTRY_BLOBS: url });
  }
  return { dataFolder: await makeFolder(t), environment };
}
