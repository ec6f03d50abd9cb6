// Readers with a steady request rate, like people and machines, instead of maximum load.
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '../load/http-client.ts';
import type { ReadRequest } from '../protocols/protocol.ts';

/** Time from one request of a reader to its next. */
const PAUSE_MS = 100;

/** The work of the readers. */
export interface SteadyReading {
  readonly baseUrl: string;
  /** Requested in turn. */
  readonly reads: readonly ReadRequest[];
  /** Each has its own connection and sends ten requests a second. */
  readonly readers: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** Response times. */
export interface Latencies {
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Requests without an answer, or with a status other than 200. */
  readonly failures: number;
}

/** Reads for this number of seconds. */
export async function readSteadily(reading: SteadyReading): Promise<Latencies> {
  const { baseUrl, reads, readers, seconds, signal } = reading;
  const client = createClient(baseUrl, readers, signal);
  const endMs = performance.now() + seconds * 1000;
  const timesMs: number[] = [];
  let failures = 0;

  async function readOn(_: unknown, index: number): Promise<void> {
    // Spreads the readers over time.
    await delay((index / readers) * PAUSE_MS, undefined, { signal });
    for (let next = index; performance.now() < endMs; next += 1) {
      const startedAtMs = performance.now();
      const status = await client.send(reads[next % reads.length] ?? { path: '/' }).then(
        (answer) => answer.status,
        () => undefined,
      );
      signal.throwIfAborted();
      if (status !== 200) failures += 1;
      const tookMs = performance.now() - startedAtMs;
      timesMs.push(tookMs);
      await delay(Math.max(0, PAUSE_MS - tookMs), undefined, { signal });
    }
  }

  try {
    await Promise.all(Array.from({ length: readers }, readOn));
  } finally {
    client.close();
  }
  const sorted = timesMs.sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  return { count: sorted.length, p50Ms: at(0.5), p99Ms: at(0.99), failures };
}
