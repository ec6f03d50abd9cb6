// `npm run bench -- idle`: measures how much processor time a registry takes that nobody asks anything. Prints Markdown.
// The exit code is 1 if it is more than the goal.
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { readNumberFlags } from '../flags.ts';
import { startServer } from '../processes/server-process.ts';
import { describeCircumstances, formatCircumstances } from '../report/machine.ts';
import { markdownTable } from '../report/markdown-table.ts';
import { type Benchmark, runBenchmark } from '../run-benchmark.ts';

/** After a start: threads and caches that were only needed for it end. */
const SETTLE_MS = 20_000;
/** The unit of proc_pid_stat(5), for all kernels that Node.js runs on. */
const TICK_MS = 10;
const GOAL_PERCENT = 0.1;

/** Runs the benchmark. @param args - `--seconds <number>` */
export async function measureIdle(args: readonly string[]): Promise<void> {
  const { seconds } = readNumberFlags(args, { seconds: 60 });
  await runBenchmark((benchmark) => measure(benchmark, seconds));
}

async function measure({ folder, signal, cleanUp }: Benchmark, seconds: number): Promise<void> {
  const { pid, stop } = await startServer('node', `${folder}/compiled`, { signal });
  cleanUp.defer(stop);
  await delay(SETTLE_MS, undefined, { signal });
  const before = await readUse(pid);
  await delay(seconds * 1000, undefined, { signal });
  const after = await readUse(pid);
  const percent = (after.processorMs - before.processorMs) / (seconds * 10);
  const wakes = (after.wakes - before.wakes) / seconds;
  const rows = [['Idle registry', percent.toFixed(3), wakes.toFixed(1), `at most ${GOAL_PERCENT} %`]];
  console.log(`${formatCircumstances(describeCircumstances({}))} ${seconds} s.\n`);
  console.log(markdownTable(['', 'of a core, %', 'wakes per second', 'goal'], rows));
  if (percent > GOAL_PERCENT) process.exitCode = 1;
}

/** The processor time of all threads since the start, and how often the main thread went to sleep. */
async function readUse(pid: number): Promise<{ processorMs: number; wakes: number }> {
  const [stat, status] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8'),
    readFile(`/proc/${pid}/status`, 'utf8'),
  ]);
  // The name, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user = Number.NaN, system = Number.NaN] = fields.slice(11, 13).map(Number);
  const wakes = Number(/^voluntary_ctxt_switches:\s+(\d+)$/m.exec(status)?.[1]);
  return { processorMs: (user + system) * TICK_MS, wakes };
}
