// Starts a real PostgreSQL and a real S3 server for the registries under test. Both are removed at the end.
import { query, startPostgres } from '@prime-registry/testkit/postgres';
import { environmentFor, makeTestBucket, startS3Server } from '@prime-registry/testkit/s3';

/** The stores of metadata and tarballs. */
export interface StoreChoice {
  readonly database: 'sqlite' | 'postgres';
  readonly blobs: 'folder' | 's3';
}

/** Starts the servers, without data. @returns the environment of a registry that uses them */
export async function startStores(
  { database, blobs }: StoreChoice,
  cleanUp: AsyncDisposableStack,
): Promise<Readonly<Record<string, string>>> {
  let environment: Record<string, string> = {};
  if (database === 'postgres') {
    const server = await startPostgres({ shared_buffers: '256MB', max_wal_size: '4GB' });
    cleanUp.defer(server.remove);
    await query(server.urlOf('postgres'), 'create database registry');
    environment = { PRIME_REGISTRY_DATABASE: server.urlOf('registry') };
  }
  if (blobs === 's3') {
    const { account, stop } = await startS3Server();
    cleanUp.defer(stop);
    const { url } = await makeTestBucket(account);
    environment = { ...environment, ...environmentFor(account), PRIME_REGISTRY_BLOBS: url };
  }
  return environment;
}
