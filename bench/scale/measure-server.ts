// A server on a filled registry: its start, its memory, the time of pages, feeds and lists over HTTP, and publishes.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { versionListPath, versionManifestPath } from '@prime-registry/protocol';
import type { SyntheticPrime } from '../corpus/generate-primes.ts';
import { createClient, requireStatus } from '../load/http-client.ts';
import { runTraffic } from '../load/run-traffic.ts';
import { CAN_MEASURE_MEMORY, residentBytesOfGroup } from '../processes/resident-memory.ts';
import { startServerOn } from '../processes/server-process.ts';
import type { ScaleDatabase } from './engines/engine.ts';
import { percentiles } from './measure-queries.ts';

/** The time of a kind of request. */
export interface MeasuredPath {
  readonly title: string;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of the longest answer. */
  readonly bytes: number;
}

/** A server. */
export interface MeasuredServer {
  readonly firstAnswerMs: number;
  readonly idleMiB: number;
  /** After all requests. */
  readonly usedMiB: number;
  readonly paths: readonly MeasuredPath[];
  readonly publishP50Ms: number;
  /** With 16 publishers. */
  readonly publishesPerSecond: number;
}

const MIB = 2 ** 20;
const PUBLISHERS = 16;
const SETTLE_MS = 1000;

/** Paths by title. Each is requested for several Primes; what is the same for all, more than once, may be cached. */
const PATHS: Readonly<Record<string, (prime: SyntheticPrime) => string>> = {
  Manifest: ({ name, versions }) => versionManifestPath(name, versions.at(-1) ?? ''),
  'List of versions': ({ name }) => versionListPath(name),
  'Page: home': () => '/',
  'Page: all Primes': () => '/-/browse',
  'Page: all Primes, newest': () => '/-/browse?sort=newest',
  'Page: scopes': () => '/-/scopes',
  'Page: a scope': ({ name }) => `/-/scope/${name.split('/')[0]}`,
  'Page: a Prime': ({ name }) => `/-/prime/${name}`,
  'Page: its versions': ({ name }) => `/-/prime/${name}/versions`,
  'Page: its atoms': ({ name, versions }) => `/-/prime/${name}/${versions.at(-1)}/atoms`,
  'Page: search': ({ name }) => `/-/find?q=${name.split(/[/-]/)[1]}`,
  'Feed of all': () => '/-/feed',
  'Feed of a scope': ({ name }) => `/-/feed/${name.split('/')[0]}`,
  'Feed of a Prime': ({ name }) => `/-/feed/${name}`,
  'Changes: first page': () => '/-/changes',
  Sitemap: () => '/sitemap.xml',
  'Sitemap of a scope': ({ name }) => `/-/sitemap/${name.split('/')[0]}/primes.xml`,
};

/** What a measurement takes. */
export interface ServerEffort {
  /** Requests of each kind. */
  readonly requests: number;
  /** Of each measurement of publishes. */
  readonly seconds: number;
}

/** Starts a server and measures it. @param folder - for the files of the load generator */
export async function measureServer(
  database: ScaleDatabase,
  sample: readonly SyntheticPrime[],
  { requests, seconds }: ServerEffort,
  { folder, signal }: { readonly folder: string; readonly signal: AbortSignal },
): Promise<MeasuredServer> {
  const { dataFolder, environment } = database;
  console.error('  Server');
  const settings = { ...environment, PRIME_REGISTRY_PUBLIC_URL: 'https://primes.example' };
  const start = () => startServerOn(dataFolder, join(folder, 'compiled'), { environment: settings, signal });
  // The first start compiles.
  await (await start()).stop();
  const server = await start();
  const memory = (): number => (CAN_MEASURE_MEMORY ? residentBytesOfGroup(server.pid) / MIB : Number.NaN);
  const client = createClient(server.baseUrl, 1, signal);
  try {
    await delay(SETTLE_MS, undefined, { signal });
    const idleMiB = memory();
    const paths: MeasuredPath[] = [];
    for (const [title, pathOf] of Object.entries(PATHS)) {
      const asked = [...new Set(Array.from({ length: requests }, (_, at) => pathOf(pick(sample, at))))];
      const timesMs: number[] = [];
      let bytes = 0;
      for (const path of asked) {
        const startMs = performance.now();
        const answer = requireStatus(await client.send({ path, headers: { accept: '*/*' } }), 200, path);
        timesMs.push(performance.now() - startMs);
        bytes = Math.max(bytes, answer.body.length);
      }
      paths.push({ title, ...percentiles(timesMs), bytes });
    }
    const usedMiB = memory();
    const publish = (publishers: number) =>
      runTraffic(
        {
          ...{ baseUrl: server.baseUrl, protocol: 'prime', readers: 0, reads: [], readsPerPublish: 0 },
          ...{ publishers, warmUpSeconds: 1, seconds, namePrefix: `scale-${publishers}-${Date.now()}` },
        },
        folder,
        signal,
      );
    const one = await publish(1);
    const many = await publish(PUBLISHERS);
    return {
      ...{ firstAnswerMs: server.firstAnswerMs, idleMiB, usedMiB, paths },
      publishP50Ms: one.publishes.p50Ms ?? Number.NaN,
      publishesPerSecond: many.publishes.perSecond,
    };
  } finally {
    client.close();
    await server.stop();
  }
}

function pick(sample: readonly SyntheticPrime[], at: number): SyntheticPrime {
  const prime = sample[(at * 7919) % sample.length];
  if (prime === undefined) throw new Error('the sample is empty');
  return prime;
}
