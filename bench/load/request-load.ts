// Load on one URL by clients that each wait for the answer before the next request.

/** The load. */
export interface RequestLoad {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The expected status. */
  readonly status: number;
  readonly connections: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** The result. */
export interface RequestRates {
  readonly requestsPerSecond: number;
  /** Bytes of headers and bodies, including unfinished answers. */
  readonly bytesPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Requests without an answer, or with another status. */
  readonly failures: number;
}

/** A load generator. */
export interface LoadGenerator {
  readonly name: 'wrk' | 'autocannon';
  run(load: RequestLoad): Promise<RequestRates>;
}
