// The program of readers and publishers: `node traffic.ts <job.json>`. Every client waits for each answer.
import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { releaseOf } from '../compare/release-sets.ts';
import { PROTOCOLS } from '../protocols/index.ts';
import { createClient } from './http-client.ts';
import { createPace } from './pace.ts';
import type { TrafficJob, TrafficRates, TrafficSummary } from './traffic-job.ts';

const job = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as TrafficJob;
const protocol = PROTOCOLS[job.protocol];
const client = createClient(job.baseUrl, job.readers + job.publishers);
const pace = createPace(job.readsPerPublish, job.publishers);
const countedFromMs = performance.now() + job.warmUpSeconds * 1000;
const endMs = countedFromMs + job.seconds * 1000;
const readMs: number[] = [];
const publishMs: number[] = [];
let failures = 0;
let nextRead = 0;
let published = 0;

const publishing = Promise.all(Array.from({ length: job.publishers }, publishOn));
await Promise.all(Array.from({ length: job.readers }, readOn));
pace.end();
await publishing;
client.close();
const summary: TrafficSummary = {
  reads: ratesOf(readMs),
  publishes: ratesOf(publishMs),
  published,
  failures,
};
console.log(JSON.stringify(summary));

async function readOn(): Promise<void> {
  while (performance.now() < endMs) {
    const request = job.reads[nextRead % job.reads.length] ?? { path: '/' };
    nextRead += 1;
    await timeInto(readMs, async () => {
      if ((await client.send(request)).status !== 200) failures += 1;
    });
    pace.countRead();
  }
}

async function publishOn(): Promise<void> {
  while (performance.now() < endMs && (await pace.mayPublish())) {
    published += 1;
    const name = `${job.namePrefix}-${published}`;
    const release = releaseOf({ name, version: '1.0.0', description: 'Made for a benchmark' }, protocol);
    await timeInto(publishMs, () => protocol.publish(client.send, release));
  }
}

/** A request that ends after the end of the run counts too. */
async function timeInto(times: number[], work: () => Promise<void>): Promise<void> {
  const startedAtMs = performance.now();
  await work();
  if (startedAtMs >= countedFromMs) times.push(performance.now() - startedAtMs);
}

function ratesOf(times: readonly number[]): TrafficRates {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number | null => sorted[Math.ceil(sorted.length * share) - 1] ?? null;
  const seconds = (performance.now() - countedFromMs) / 1000;
  return { perSecond: times.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}
