// What the program of readers and publishers is told, and what it says.
import type { ProtocolName } from '../protocols/index.ts';
import type { ReadRequest } from '../protocols/protocol.ts';

/** The work of the program. */
export interface TrafficJob {
  readonly baseUrl: string;
  readonly protocol: ProtocolName;
  /** Clients that read one after the other of `reads`, over and over. */
  readonly readers: number;
  readonly reads: readonly ReadRequest[];
  /** Clients that publish packages of their own. */
  readonly publishers: number;
  /** Publishes wait for so many reads each; 0 for as many as there can be. */
  readonly readsPerPublish: number;
  /** What happens before is not counted. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
  /** What the names of the packages begin with, which no registry has yet. */
  readonly namePrefix: string;
}

/** What was seen of one kind of request. */
export interface TrafficRates {
  readonly perSecond: number;
  /** Null when there was none. */
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
}

/** What the program prints. */
export interface TrafficSummary {
  readonly reads: TrafficRates;
  readonly publishes: TrafficRates;
  /** Reads that were not answered with 200; a publish that fails ends the program. */
  readonly failures: number;
}
