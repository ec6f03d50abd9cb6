// `npm run bench -- resolve`: how long it takes to resolve a Prime that leads to a thousand others, each with ranges
// on further ones. Prints Markdown. The exit code is 1 if the median of the rounds is above a second.
import { execFile } from 'node:child_process';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { RegistryClient, type TarballSource } from '@prime-registry/client';
import { buildTarball } from '@prime-registry/testkit';
import { readNumberFlags } from '../flags.ts';
import { ROOT, startServer, TOKEN } from '../processes/server-process.ts';
import { SCOPE } from '../protocols/protocol.ts';
import { describeCircumstances, formatCircumstances } from '../report/machine.ts';
import { markdownTable } from '../report/markdown-table.ts';
import { formatSpread, spreadOf } from '../report/spread.ts';
import { type Benchmark, runBenchmark } from '../run-benchmark.ts';

const GOAL_MS = 1000;
/** Versions of each Prime. */
const VERSIONS = 5;
/** Primes that each version requires. */
const REQUIRED = 4;
const PUBLISHES_AT_A_TIME = 8;

interface Extent {
  readonly primes: number;
  readonly rounds: number;
}

/** Runs the benchmark. @param args - `--primes <number>`, `--rounds <number>` */
export async function measureResolve(args: readonly string[]): Promise<void> {
  const extent = readNumberFlags(args, { primes: 1000, rounds: 5 });
  await runBenchmark((benchmark) => measure(benchmark, extent));
}

async function measure({ folder, signal, cleanUp }: Benchmark, { primes, rounds }: Extent): Promise<void> {
  const server = await startServer('node', `${folder}/compiled`, { signal });
  cleanUp.defer(server.stop);
  console.error(`publishing ${primes * VERSIONS} versions …`);
  await publishAll(server.baseUrl, primes, signal);
  const rows: string[][] = [];
  for (const [what, isConflicting] of [
    ['The newest versions suit each other', false],
    ['The newest version of each requires what only its older ones allow', true],
  ] as const) {
    const root = nameOf(0, isConflicting);
    const times: number[] = [];
    const processorTimes: number[] = [];
    let found = 0;
    for (let round = 0; round < rounds; round += 1) {
      // A process of its own each time: a user's command has neither compiled code nor open connections.
      const once = await resolveOnce(server.baseUrl, root, signal);
      times.push(once.milliseconds);
      processorTimes.push(once.processorMs);
      found = once.primes;
    }
    const spread = spreadOf(times);
    if (spread.median > GOAL_MS) process.exitCode = 1;
    rows.push([what, String(found), formatSpread(spread), formatSpread(spreadOf(processorTimes))]);
  }
  console.log(`${formatCircumstances(describeCircumstances({}))}\n`);
  console.log(
    `${primes} Primes, ${VERSIONS} versions of each; each requires ${REQUIRED} others. Min–median–max of ${rounds} new processes, without the start of Node.js.\n`,
  );
  const head = ['Case', 'Primes in the set', `ms, at most ${GOAL_MS}`, 'ms of processor time of the client'];
  console.log(markdownTable(head, rows));
}

async function resolveOnce(
  baseUrl: string,
  root: string,
  signal: AbortSignal,
): Promise<{ milliseconds: number; processorMs: number; primes: number }> {
  const command = ['--import', './scripts/preload.mjs', 'bench/processes/resolve-once.ts', baseUrl, root];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: ROOT, signal });
  return JSON.parse(stdout);
}

async function publishAll(baseUrl: string, primes: number, signal: AbortSignal): Promise<void> {
  const client = new RegistryClient({ baseUrl, token: TOKEN });
  const jobs: (() => Promise<unknown>)[] = [];
  for (const isConflicting of [false, true]) {
    for (let index = 0; index < primes; index += 1) {
      for (let version = 0; version < VERSIONS; version += 1) {
        const manifest = manifestOf(index, version, primes, isConflicting);
        const tarball = buildTarball({ 'pack.yaml': manifest });
        jobs.push(() => client.publish({ manifest, tarball: sourceOf(tarball) }, { signal }));
      }
    }
  }
  const work = Array.from({ length: PUBLISHES_AT_A_TIME }, async () => {
    for (let job = jobs.pop(); job !== undefined; job = jobs.pop()) await job();
  });
  await Promise.all(work);
}

function sourceOf(tarball: Uint8Array): TarballSource {
  return { sizeBytes: tarball.length, open: () => Readable.from([tarball]) };
}

function nameOf(index: number, isConflicting: boolean): string {
  return `@${SCOPE}/${isConflicting ? 'conflict' : 'plain'}-${index}`;
}

/** A Prime requires ones with higher numbers. In the conflicting world, the newest version of half of them cannot be. */
function manifestOf(index: number, version: number, primes: number, isConflicting: boolean): string {
  const newest = VERSIONS - 1;
  const requires: Record<string, string> = {};
  for (let step = 1; step <= REQUIRED; step += 1) {
    const other = index * REQUIRED + step;
    const wraps = other < primes ? other : ((other * 7) % Math.max(1, primes - index - 1)) + index + 1;
    if (wraps >= primes || wraps <= index) continue;
    const isUnwanted = isConflicting && version === newest && step === 1 && index % 2 === 1;
    requires[nameOf(wraps, isConflicting)] = isUnwanted ? '^9' : version < newest - 1 ? '^1' : '>=1.1 <2';
  }
  return [
    `name: "${nameOf(index, isConflicting)}"`,
    `version: 1.${version}.0`,
    'description: A Prime that requires others',
    'license: Apache-2.0',
    'prime-version: "1.0"',
    `requires: ${JSON.stringify(requires)}`,
    '',
  ].join('\n');
}
