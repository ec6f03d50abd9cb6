// What a case of the comparison is: some work, who does it, and what is to be reached.
import type { PeerName } from '../peers/peer.ts';
import type { ReadKind } from '../protocols/protocol.ts';
import type { MetricName } from './metrics.ts';
import type { ReleaseSet } from './release-sets.ts';

/** Reads of one thing by many clients that wait for each answer. */
export interface RequestWork {
  readonly kind: 'requests';
  readonly read: ReadKind;
  /** Of the first release in this set. */
  readonly of: ReleaseSet;
  /** Sent with the entity tag that the server gave. */
  readonly isConditional?: boolean;
  /** What the answer must be. */
  readonly status: number;
  readonly connections: number;
}

/** What is done and measured. */
export type Work =
  | RequestWork
  /** One client that searches. */
  | { readonly kind: 'search' }
  /** So many clients that publish to an empty registry. */
  | { readonly kind: 'publish'; readonly publishers: number }
  /** Readers alone, and readers with publishers. */
  | {
      readonly kind: 'mixed';
      readonly readers: number;
      readonly publishers: number;
      readonly readsPerPublish: number;
    }
  /** A start, and a moment of rest. */
  | { readonly kind: 'start' };

/** To be at least so many times as good as a peer. */
export interface RatioGoal {
  readonly metric: MetricName;
  readonly against: PeerName;
  readonly atLeast: number;
  /** Whose; ours in one process when left out. */
  readonly of?: PeerName;
}

/** To stay within a limit. */
export interface LimitGoal {
  readonly metric: MetricName;
  readonly atMost: number;
}

/** What is to be reached. */
export type Goal = RatioGoal | LimitGoal;

/** A case. */
export interface Case {
  readonly name: string;
  readonly title: string;
  readonly work: Work;
  readonly peers: readonly PeerName[];
  /** What the tables show of it, the first being what matters most. */
  readonly shown: readonly MetricName[];
  readonly goals: readonly Goal[];
}
