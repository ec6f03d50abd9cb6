// This registry as one of several replicas: metadata in PostgreSQL, tarballs in a shared folder or in S3.
import { findObstacle } from '@prime-registry/testkit/s3';
import type { LaunchedServer } from '../processes/launch.ts';
import { type StoreChoice, startStores } from '../processes/real-stores.ts';
import { startServer } from '../processes/server-process.ts';
import { MissingPeer, type Peer, type Place } from './peer.ts';
import { prime } from './prime.ts';

/** With its own database server, on the core of the load generator. */
export const primePostgres: Peer = {
  ...prime,
  name: 'prime-postgres',
  title: 'prime-registry, PostgreSQL',
  role: 'this registry with `--database postgres://…`, synced to disk, and a folder; the database is on the core of the load generator',
  start: (place) => startReplica(place, { database: 'postgres', blobs: 'folder' }),
};

/** The same with a bucket of Ceph's gateway, which keeps it in memory. */
export const primeReplica: Peer = {
  ...prime,
  name: 'prime-replica',
  title: 'prime-registry, PostgreSQL and S3',
  role: "the same with `--blobs s3://…`; the bucket is one of Ceph's gateway, in memory, on the core of the load generator too",
  async getVersion(signal) {
    const obstacle = findObstacle();
    if (obstacle !== undefined) throw new MissingPeer(obstacle);
    return prime.getVersion(signal);
  },
  start: (place) => startReplica(place, { database: 'postgres', blobs: 's3' }),
};

/** Starts the stores and one replica. `stop` ends all of them. */
async function startReplica(
  { compileCache, cores, signal }: Place,
  stores: StoreChoice,
): Promise<LaunchedServer> {
  await using starting = new AsyncDisposableStack();
  const environment = await startStores(stores, starting);
  const server = await startServer('node', compileCache, { cores, signal, environment });
  const started = starting.move();
  started.defer(server.stop);
  return { ...server, stop: () => started.disposeAsync() };
}
