// One address asked over and over by clients that wait for each answer: wrk where it is installed, else autocannon.
import { installBenchDependencies } from '../bench-dependencies.ts';
import { findProgram } from '../find-program.ts';
import { loadWithAutocannon } from './autocannon.ts';
import { createWrkLoad } from './wrk.ts';

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

/** The better of the two that is there; autocannon is installed when it has to be. */
export async function findLoadGenerator(signal: AbortSignal): Promise<LoadGenerator> {
  const wrk = await findProgram('wrk');
  if (wrk !== undefined) return { name: 'wrk', run: createWrkLoad(wrk) };
  console.error('wrk IS NOT INSTALLED: apt-get install nginx-light docker-registry wrk. Using autocannon.');
  await installBenchDependencies(signal);
  return { name: 'autocannon', run: loadWithAutocannon };
}
