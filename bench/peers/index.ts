// All peers.
import { bareNode } from './bare-node.ts';
import { barePublish } from './bare-publish.ts';
import { dockerRegistry } from './docker-registry.ts';
import { nginx } from './nginx.ts';
import type { Peer } from './peer.ts';
import { prime, primeQuiet, primeWorkers } from './prime.ts';
import { primePostgres, primeReplica } from './prime-replicas.ts';
import { verdaccio } from './verdaccio.ts';

/** In the order of the tables. This registry is the first. */
export const PEERS: readonly Peer[] = [
  prime,
  primeQuiet,
  primeWorkers,
  primePostgres,
  primeReplica,
  bareNode,
  barePublish,
  nginx,
  verdaccio,
  dockerRegistry,
];
