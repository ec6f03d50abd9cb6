// `npm run bench -- log`: what reads of the transparency log cost: proofs of any version, and what is answered from
// memory, next to a hot read. Prints Markdown. The exit code is 1 if the 99th percentile of the proofs is above the goal.
import { join } from 'node:path';
import { Actor } from '@prime-registry/testkit';
import { databaseIn } from '../corpus/fill-database.ts';
import { lengthenLog } from '../corpus/fill-log.ts';
import { readNumberFlags } from '../flags.ts';
import { findLoadGenerator } from '../load/find-load-generator.ts';
import { processorMsOfGroup } from '../processes/processor-time.ts';
import { startServerOn, TOKEN } from '../processes/server-process.ts';
import { describeCircumstances, formatCircumstances } from '../report/machine.ts';
import { markdownTable } from '../report/markdown-table.ts';
import { formatSpread, spreadOf } from '../report/spread.ts';
import { type Benchmark, runBenchmark } from '../run-benchmark.ts';

const GOAL_MS = 5;
const NAME = '@acme/bench-log';
/** More than there are tiles in the memory of a server. */
const VERSIONS = 1500;
/** Between two proofs, in versions; a prime number, so that each has its turn. */
const STRIDE = 619;
const CONNECTIONS = 16;

interface Extent {
  readonly entries: number;
  readonly rounds: number;
  readonly seconds: number;
}

/** Runs the benchmark. @param args - `--entries <number>`, `--rounds <number>`, `--seconds <number>` */
export async function measureLog(args: readonly string[]): Promise<void> {
  const extent = readNumberFlags(args, { entries: 1_000_000, rounds: 3, seconds: 1 });
  await runBenchmark((benchmark) => measure(benchmark, extent));
}

async function measure({ folder, signal, cleanUp }: Benchmark, extent: Extent): Promise<void> {
  const dataFolder = join(folder, 'data');
  const server = await startServerOn(dataFolder, join(folder, 'compiled'), { signal });
  cleanUp.defer(server.stop);
  console.error(`writing ${extent.entries} entries …`);
  await fill(dataFolder, new Actor(server.baseUrl, TOKEN), extent.entries);

  const before = processorMsOfGroup(server.pid);
  const times = await readProofs(server.baseUrl);
  const processorMs = (processorMsOfGroup(server.pid) - before) / times.length;
  const p99 = times[Math.floor(times.length * 0.99)] ?? Number.NaN;
  if (p99 > GOAL_MS) process.exitCode = 1;
  console.log(`${formatCircumstances(describeCircumstances({}))}\n`);
  console.log(
    `${times.length} proofs of versions among ${extent.entries} entries, one after the other: median ` +
      `${(times[times.length >> 1] ?? Number.NaN).toFixed(1)} ms, 99th percentile ${p99.toFixed(1)} ms, at most ${GOAL_MS}; ` +
      `${processorMs.toFixed(2)} ms of processor time each.\n`,
  );
  await measureRates(server.baseUrl, extent, signal);
}

/** Publishes versions at equal distances among entries that are about nothing. */
async function fill(dataFolder: string, author: Actor, entries: number): Promise<void> {
  for (let version = 0; version < VERSIONS; version += 1) {
    await author.mustPublish({ name: NAME, version: versionAt(version) });
    lengthenLog(databaseIn(dataFolder), Math.max(1, Math.floor(entries / VERSIONS) - 1));
  }
}

function versionAt(number: number): string {
  return `1.${number}.0`;
}

/** The times of the proof of each version, ascending. No answer is one from memory, and few of the tiles are. */
async function readProofs(baseUrl: string): Promise<number[]> {
  const reader = new Actor(baseUrl, undefined);
  const times: number[] = [];
  for (let request = 0; request < VERSIONS; request += 1) {
    const version = versionAt((request * STRIDE) % VERSIONS);
    const startMs = performance.now();
    const { status } = await reader.get(`/-/primes/${NAME}/${version}/proof`);
    times.push(performance.now() - startMs);
    if (status !== 200) throw new Error(`a proof was answered with ${status}`);
  }
  return times.sort((a, b) => a - b);
}

async function measureRates(
  baseUrl: string,
  { rounds, seconds }: Extent,
  signal: AbortSignal,
): Promise<void> {
  const paths: readonly (readonly [string, string])[] = [
    ['A manifest, a hot read', `/pack/${NAME}/1.0.0`],
    ['The checkpoint', '/-/log/checkpoint'],
    ['A full tile, 8 KiB', '/-/log/tile/0/000'],
    ['A full bundle', '/-/log/tile/entries/000'],
    ['A proof that was read before', `/-/primes/${NAME}/1.0.0/proof`],
  ];
  const generator = await findLoadGenerator(signal);
  const rates = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [what, path] of paths) {
      const load = {
        url: `${baseUrl}${path}`,
        headers: {},
        status: 200,
        connections: CONNECTIONS,
        seconds,
        signal,
      };
      const { requestsPerSecond } = await generator.run(load);
      rates.set(what, [...(rates.get(what) ?? []), requestsPerSecond]);
    }
  }
  const rows = [...rates].map(([what, runs]) => [what, formatSpread(spreadOf(runs))]);
  console.log(
    markdownTable(['Read', `Requests a second, ${CONNECTIONS} connections, ${generator.name}`], rows),
  );
}
