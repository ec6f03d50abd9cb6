// `npm run bench -- connections`: measures reads next to a thousand idle connections and a hundred that send
// a byte a second. Prints Markdown. The exit code is 1 if a goal is missed.
import { pinThisProcess, planCores } from '../compare/cores.ts';
import { firstReleaseOf } from '../compare/release-sets.ts';
import { seed } from '../compare/seed.ts';
import { holdIdle, holdSlow } from '../connections/held-connections.ts';
import { type Latencies, readSteadily } from '../connections/steady-readers.ts';
import { readNumberFlags } from '../flags.ts';
import { CAN_MEASURE_MEMORY, residentBytes } from '../processes/resident-memory.ts';
import { startServer } from '../processes/server-process.ts';
import { PROTOCOLS } from '../protocols/index.ts';
import type { ReadKind } from '../protocols/protocol.ts';
import { describeCircumstances, formatCircumstances } from '../report/machine.ts';
import { markdownTable } from '../report/markdown-table.ts';
import { type Benchmark, runBenchmark } from '../run-benchmark.ts';

const IDLE = 1000;
const SLOW = 100;
const ACTIVE = 200;
const UNLOADED_SECONDS = 10;
const MOST_TIMES = 5;
const READS: readonly ReadKind[] = ['manifest', 'list', 'tarball'];
const MIB = 2 ** 20;

/** Runs the benchmark. @param args - `--seconds <number>` */
export async function measureConnections(args: readonly string[]): Promise<void> {
  const { seconds } = readNumberFlags(args, { seconds: 60 });
  await runBenchmark((benchmark) => measure(benchmark, seconds));
}

async function measure({ folder, signal, cleanUp }: Benchmark, seconds: number): Promise<void> {
  const circumstances = formatCircumstances(describeCircumstances({}));
  const cores = await planCores();
  if (cores.load !== undefined) await pinThisProcess(cores.load);
  const server = await startServer('node', `${folder}/compiled`, { cores: cores.server, signal });
  cleanUp.defer(server.stop);
  await seed(server.baseUrl, 'prime', ['list-50'], signal);
  const release = firstReleaseOf('list-50', PROTOCOLS.prime);
  const reads = READS.map((kind) => PROTOCOLS.prime.read(kind, release));
  const read = (readers: number, forSeconds: number): Promise<Latencies> =>
    readSteadily({ baseUrl: server.baseUrl, reads, readers, seconds: forSeconds, signal });

  console.error('One reader alone.');
  // The first run is a warm-up.
  await read(ACTIVE, 3);
  const alone = await read(1, UNLOADED_SECONDS);
  console.error(`${ACTIVE} readers, ${IDLE} idle connections and ${SLOW} slow ones for ${seconds} s.`);
  const idle = await holdIdle(server.baseUrl, IDLE);
  const slow = holdSlow(server.baseUrl, SLOW);
  const loaded = await read(ACTIVE, seconds);
  const memory = CAN_MEASURE_MEMORY ? `${Math.round(residentBytes(server.pid) / MIB)} MiB` : 'unknown';
  const idleLeft = idle.close();
  const cutOff = slow.close();

  const times = loaded.p99Ms / alone.p99Ms;
  const rows = [
    ['One reader alone', ...format(alone)],
    [`${ACTIVE} readers next to ${IDLE} idle and ${SLOW} slow connections`, ...format(loaded)],
  ];
  console.log(`${circumstances} Load: ${cores.description}.\n`);
  console.log(markdownTable(['Reads', 'requests', 'p50, ms', 'p99, ms', 'failed'], rows));
  console.log(
    `p99 is ${times.toFixed(1)} times that of one reader (goal: below ${MOST_TIMES}). Idle connections still open at ` +
      `the end: ${idleLeft}; slow connections that the server cut off: ${cutOff}. RSS: ${memory}.`,
  );
  if (times >= MOST_TIMES || loaded.failures > 0) process.exitCode = 1;
}

function format({ count, p50Ms, p99Ms, failures }: Latencies): string[] {
  return [count.toLocaleString('en-US'), p50Ms.toFixed(2), p99Ms.toFixed(2), String(failures)];
}
