// `npm run bench -- log-verify`: how long `prime log verify` takes for a large log, and how much memory. Prints Markdown.
// The exit code is 1 if it misses a goal for a million versions, or their share for fewer.
import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fillDatabase } from '../corpus/fill-database.ts';
import { generatePrimes } from '../corpus/generate-primes.ts';
import { readNumberFlags, UsageError } from '../flags.ts';
import { processorMsOfGroup } from '../processes/processor-time.ts';
import { CAN_MEASURE_MEMORY, peakBytes } from '../processes/resident-memory.ts';
import { plainEnvironment } from '../processes/run-program.ts';
import { ROOT, startServerOn } from '../processes/server-process.ts';
import { describeCircumstances, formatCircumstances } from '../report/machine.ts';
import { markdownTable } from '../report/markdown-table.ts';
import { formatSpread, spreadOf } from '../report/spread.ts';
import { type Benchmark, runBenchmark } from '../run-benchmark.ts';

const MEAN_VERSIONS = 10;
const GOAL = { versions: 1_000_000, seconds: 60, mebibytes: 150 };
const SAMPLE_MS = 50;

interface Extent {
  readonly primes: number;
  readonly rounds: number;
}

/** A run of the command. */
interface Run {
  readonly seconds: number;
  readonly peakMebibytes: number;
  readonly processorSeconds: number;
  readonly serverSeconds: number;
  readonly says: string;
}

/** Runs the benchmark. @param args - `--primes <number>`, `--rounds <number>` */
export async function measureLogVerify(args: readonly string[]): Promise<void> {
  if (!CAN_MEASURE_MEMORY) throw new UsageError('log-verify needs Linux: it reads /proc.');
  const extent = readNumberFlags(args, { primes: 100_000, rounds: 1 });
  await runBenchmark((benchmark) => measure(benchmark, extent));
}

async function measure({ folder, signal, cleanUp }: Benchmark, { primes, rounds }: Extent): Promise<void> {
  const dataFolder = join(folder, 'data');
  await mkdir(dataFolder);
  console.error(`writing ${primes} Primes …`);
  const corpus = { count: primes, seed: 1, meanVersions: MEAN_VERSIONS };
  const versions = await fillDatabase(dataFolder, generatePrimes(corpus));
  const server = await startServerOn(dataFolder, join(folder, 'compiled'), { signal });
  cleanUp.defer(server.stop);
  const runs: Run[] = [];
  for (let round = 0; round < rounds; round += 1) {
    console.error(`round ${round + 1} of ${rounds} …`);
    runs.push(await verify(join(folder, `user-${round}`), server, signal));
  }
  const seconds = spreadOf(runs.map((run) => run.seconds));
  const peaks = spreadOf(runs.map((run) => run.peakMebibytes));
  if (seconds.median > (GOAL.seconds * versions) / GOAL.versions || peaks.max > GOAL.mebibytes)
    process.exitCode = 1;
  console.log(`${formatCircumstances(describeCircumstances({}))}\n`);
  console.log(
    `\`prime log verify\` of ${versions} versions of ${primes} Primes, of which the server runs on the same machine. Goals for a million: ${GOAL.seconds} s, ${GOAL.mebibytes} MiB.\n`,
  );
  console.log(
    markdownTable(
      ['Seconds', 'Peak of its memory, MiB', 'Its processor time, s', 'That of the server, s'],
      [
        [
          formatSpread(seconds, (value) => value.toFixed(1)),
          formatSpread(peaks),
          formatSpread(spreadOf(runs.map((run) => run.processorSeconds))),
          formatSpread(spreadOf(runs.map((run) => run.serverSeconds))),
        ],
      ],
    ),
  );
  console.log(`\nIt says: ${runs.at(-1)?.says.trim()}`);
}

async function verify(
  userFolder: string,
  server: { readonly pid: number; readonly baseUrl: string },
  signal: AbortSignal,
): Promise<Run> {
  await mkdir(userFolder);
  const before = processorMsOfGroup(server.pid);
  const startMs = performance.now();
  const command = [join(ROOT, 'packages/cli/src/main.mjs'), 'log', 'verify', '--remote', server.baseUrl];
  const child = spawn(process.execPath, command, {
    cwd: userFolder,
    env: plainEnvironment({ PRIME_STATE_DIR: userFolder, PRIME_CACHE_DIR: userFolder, HOME: userFolder }),
    stdio: ['ignore', 'pipe', 'inherit'],
    signal,
  });
  const said: Buffer[] = [];
  child.stdout.on('data', (bytes: Buffer) => said.push(bytes));
  let isRunning = true;
  const closed = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      isRunning = false;
      resolve(code);
    });
  });
  let [peak, processorMs] = [0, 0];
  while (isRunning) {
    // The kernel keeps the highest value, so only that of the last moments can be missed.
    [peak, processorMs] = sample(child.pid, [peak, processorMs]);
    await delay(SAMPLE_MS, undefined, { signal });
  }
  const code = await closed;
  const says = Buffer.concat(said).toString();
  if (code !== 0) throw new Error(`prime log verify ended with ${code}: ${says}`);
  return {
    seconds: (performance.now() - startMs) / 1000,
    peakMebibytes: peak / 2 ** 20,
    processorSeconds: processorMs / 1000,
    serverSeconds: (processorMsOfGroup(server.pid) - before) / 1000,
    says,
  };
}

function sample(pid: number | undefined, last: [number, number]): [number, number] {
  try {
    return pid === undefined ? last : [peakBytes(pid), processorMsOfGroup(pid)];
  } catch {
    return last;
  }
}
