// A server in the comparison.
import type { LaunchedServer } from '../processes/launch.ts';
import type { ProtocolName } from '../protocols/index.ts';

/** All peers. `prime` always takes part. */
export const PEER_NAMES = [
  'prime',
  'prime-quiet',
  'prime-workers',
  'prime-postgres',
  'prime-replica',
  'node',
  'bare-publish',
  'nginx',
  'verdaccio',
  'docker-registry',
] as const;

/** The name of a peer. */
export type PeerName = (typeof PEER_NAMES)[number];

/** The environment of a server. */
export interface Place {
  /** For its data. The peer creates it, and removes it when it stops. */
  readonly folder: string;
  /** The cores of a server with one process. undefined for all. */
  readonly cores: string | undefined;
  /** The cores of a server with two processes. */
  readonly workerCores: string | undefined;
  /** The compile cache of Node.js. */
  readonly compileCache: string;
  /** The answers of this registry, for servers that only repeat them: see `recordings.ts`. */
  readonly recordings: string;
  readonly signal: AbortSignal;
}

/** A case, for servers that repeat answers. */
export interface RepeatedCase {
  readonly name: string;
  readonly status: number;
}

/** Where an answer is repeated. */
export interface Repetition {
  readonly path: string;
  /** Whether a 304 needs a conditional request with the ETag, as with this registry. */
  readonly knowsConditions: boolean;
}

/** A peer. */
export interface Peer {
  readonly name: PeerName;
  /** Its name in the report. */
  readonly title: string;
  /** Its role in the comparison. */
  readonly role: string;
  /** How to publish to it and read from it, or how it repeats the registry's answers. */
  readonly content: { readonly protocol: ProtocolName } | { repeat(repeated: RepeatedCase): Repetition };
  /** Its version. @throws MissingPeer if it is not available */
  getVersion(signal: AbortSignal): Promise<string>;
  start(place: Place): Promise<LaunchedServer>;
}

/** Why a peer is not available. The message says what to do. */
export class MissingPeer extends Error {
  override readonly name = 'MissingPeer';
}
