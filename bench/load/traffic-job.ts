// The input and output of the program of readers and publishers.
import type { ProtocolName } from '../protocols/index.ts';
import type { ReadRequest } from '../protocols/protocol.ts';

/** The work of the program. */
export interface TrafficJob {
  readonly baseUrl: string;
  readonly protocol: ProtocolName;
  /** Number of clients that read all of `reads` in turn, repeatedly. */
  readonly readers: number;
  readonly reads: readonly ReadRequest[];
  /** Number of clients that publish new packages. */
  readonly publishers: number;
  /** Reads per publish. 0 for no limit. */
  readonly readsPerPublish: number;
  /** Time that is not counted. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
  /** Prefix of the package names, which must be new to the registry. */
  readonly namePrefix: string;
}

/** The results of one kind of request. */
export interface TrafficRates {
  readonly perSecond: number;
  /** Null if there were none. */
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
}

/** The output of the program. */
export interface TrafficSummary {
  readonly reads: TrafficRates;
  readonly publishes: TrafficRates;
  /** All publishes, also those of the warm-up. */
  readonly published: number;
  /** Reads with a status other than 200. A failed publish ends the program. */
  readonly failures: number;
}
