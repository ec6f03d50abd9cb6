// Load on one URL, by clients that each wait for an answer before they send the next request.

/** What to ask. */
export interface RequestLoad {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What each answer should be. */
  readonly status: number;
  readonly connections: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** What came of it. */
export interface RequestRates {
  readonly requestsPerSecond: number;
  /** Bytes of headers and bodies, those of unfinished answers included. */
  readonly bytesPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Requests without an answer, or with a status of another kind. */
  readonly failures: number;
}

/** A program that makes load. */
export interface LoadGenerator {
  readonly name: 'wrk' | 'autocannon';
  run(load: RequestLoad): Promise<RequestRates>;
}
