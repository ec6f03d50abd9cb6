// `npm run bench:connections`: do reads stay fast while a thousand clients hold connections, and a hundred of them only
// pretend to ask for something? Prints Markdown; its exit code is 1 when a goal is missed.
import { parseArgs } from 'node:util';
import { pinThisProcess, planCores } from './compare/cores.ts';
import { firstReleaseOf } from './compare/release-sets.ts';
import { seed } from './compare/seed.ts';
import { holdIdle, holdSlow } from './connections/held-connections.ts';
import { type Latencies, readSteadily } from './connections/steady-readers.ts';
import { describeCircumstances, formatCircumstances } from './machine.ts';
import { markdownTable } from './markdown-table.ts';
import { PROTOCOLS } from './protocols/index.ts';
import type { ReadKind } from './protocols/protocol.ts';
import { CAN_MEASURE_MEMORY, residentBytes } from './resident-memory.ts';
import { type Benchmark, runBenchmark } from './run-benchmark.ts';
import { startServer } from './server-process.ts';

const IDLE = 1000;
const SLOW = 100;
const ACTIVE = 200;
const UNLOADED_SECONDS = 10;
const MOST_TIMES = 5;
const READS: readonly ReadKind[] = ['manifest', 'list', 'tarball'];
const MIB = 2 ** 20;

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } });
const seconds = Number(values.seconds);
if (!Number.isInteger(seconds) || seconds < 1) {
  console.error(
    '--seconds takes a whole number from 1\nUsage: npm run bench:connections -- [--seconds <number>]',
  );
  process.exit(3);
}

await runBenchmark(measure);

async function measure({ folder, signal, cleanUp }: Benchmark): Promise<void> {
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
  // The first time is for the compiler.
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
    [`${ACTIVE} readers beside ${IDLE} idle and ${SLOW} slow connections`, ...format(loaded)],
  ];
  console.log(`${circumstances} Load: ${cores.description}.\n`);
  console.log(markdownTable(['Reads', 'requests', 'p50, ms', 'p99, ms', 'failed'], rows));
  console.log(
    `p99 is ${times.toFixed(1)} times what it is alone (goal: below ${MOST_TIMES}). Idle connections that were still open at ` +
      `the end: ${idleLeft}; slow ones that the server had cut off: ${cutOff}. RSS: ${memory}.`,
  );
  if (times >= MOST_TIMES || loaded.failures > 0) process.exitCode = 1;
}

function format({ count, p50Ms, p99Ms, failures }: Latencies): string[] {
  return [count.toLocaleString('en-US'), p50Ms.toFixed(2), p99Ms.toFixed(2), String(failures)];
}
