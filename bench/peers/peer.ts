// A server that takes part in the comparison, whatever it is.
import type { LaunchedServer } from '../processes/launch.ts';
import type { ProtocolName } from '../protocols/index.ts';

/** Who takes part; `prime` always does. */
export const PEER_NAMES = [
  'prime',
  'prime-workers',
  'prime-postgres',
  'prime-replica',
  'node',
  'nginx',
  'verdaccio',
  'docker-registry',
] as const;

/** One of them. */
export type PeerName = (typeof PEER_NAMES)[number];

/** What a server is started with. */
export interface Place {
  /** For its data; made by the peer, and removed when it stops. */
  readonly folder: string;
  /** The cores of a server of one process; all when undefined. */
  readonly cores: string | undefined;
  /** The cores of a server of two. */
  readonly workerCores: string | undefined;
  /** Where every Node keeps compiled code. */
  readonly compileCache: string;
  /** The answers of our registry, for those that only repeat them: see `recordings.ts`. */
  readonly recordings: string;
  readonly signal: AbortSignal;
}

/** A case to whoever repeats answers. */
export interface RepeatedCase {
  readonly name: string;
  readonly status: number;
}

/** Where an answer is repeated. */
export interface Repetition {
  readonly path: string;
  /** Whether a 304 has to be asked for as of ours, with the entity tag of the answer. */
  readonly knowsConditions: boolean;
}

/** A peer. */
export interface Peer {
  readonly name: PeerName;
  /** For people. */
  readonly title: string;
  /** What it is in this comparison. */
  readonly role: string;
  /** How to publish to it and read from it, or how to have it repeat our answers. */
  readonly content: { readonly protocol: ProtocolName } | { repeat(repeated: RepeatedCase): Repetition };
  /** Its version. @throws MissingPeer when it cannot take part here. */
  getVersion(signal: AbortSignal): Promise<string>;
  start(place: Place): Promise<LaunchedServer>;
}

/** Why a peer cannot take part; the message says what to do. */
export class MissingPeer extends Error {
  override readonly name = 'MissingPeer';
}
