// A case of the comparison: the work, the servers, and the goals.
import type { PeerName } from '../peers/peer.ts';
import type { ReadKind } from '../protocols/protocol.ts';
import type { MetricName } from './metrics.ts';
import type { ReleaseSet } from './release-sets.ts';

/** Reads of one resource by several clients, each of which waits for its answer. */
export interface RequestWork {
  readonly kind: 'requests';
  readonly read: ReadKind;
  /** Reads the first release of this set. */
  readonly of: ReleaseSet;
  /** Whether requests have the ETag of the resource. */
  readonly isConditional?: boolean;
  /** The expected status. */
  readonly status: number;
  readonly connections: number;
}

/** The work that is measured. */
export type Work =
  | RequestWork
  /** One client that searches. */
  | { readonly kind: 'search' }
  /** This number of clients publishes to an empty registry. */
  | { readonly kind: 'publish'; readonly publishers: number }
  /** Readers alone, then readers with publishers. */
  | {
      readonly kind: 'mixed';
      readonly readers: number;
      readonly publishers: number;
      readonly readsPerPublish: number;
    }
  /** The start of a server, then a short rest. */
  | { readonly kind: 'start' };

/** At least this many times as good as a peer. */
export interface RatioGoal {
  readonly metric: MetricName;
  readonly against: PeerName;
  readonly atLeast: number;
  /** The peer to judge. This registry in one process by default. */
  readonly of?: PeerName;
}

/** At most this value. */
export interface LimitGoal {
  readonly metric: MetricName;
  readonly atMost: number;
}

/** A goal. */
export type Goal = RatioGoal | LimitGoal;

/** A case. */
export interface Case {
  readonly name: string;
  readonly title: string;
  readonly work: Work;
  readonly peers: readonly PeerName[];
  /** The metrics in the tables, the main one first. */
  readonly shown: readonly MetricName[];
  readonly goals: readonly Goal[];
}
