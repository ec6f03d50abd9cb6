// A real PostgreSQL and a real S3 server for registries that are measured; both are gone at the end.
import { query, startPostgres } from '@prime-registry/testkit/postgres';
import { environmentFor, makeTestBucket, startS3Server } from '@prime-registry/testkit/s3';

/** Where the metadata and the tarballs are. */
export interface StoreChoice {
  readonly database: 'sqlite' | 'postgres';
  readonly blobs: 'folder' | 's3';
}

/** Starts the servers of a choice, with nothing in them. @returns what a registry has to have in its environment */
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
