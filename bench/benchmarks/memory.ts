// `npm run bench -- memory`: measures the server's memory for large tarballs, and the time to its first
// answer. Prints two Markdown tables. The exit code is 1 if a step needs more memory than the goal.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readFlags } from '../flags.ts';
import { CAN_MEASURE_MEMORY, measurePeakBytes, residentBytes } from '../processes/resident-memory.ts';
import { LAUNCHERS, startServer } from '../processes/server-process.ts';
import { markdownTable } from '../report/markdown-table.ts';
import { type Benchmark, runBenchmark } from '../run-benchmark.ts';
import { writeRandomTarball } from '../tarballs/random-tarball.ts';
import { download, publish } from '../tarballs/transfer.ts';

const MIB = 2 ** 20;
/** The default limit of tarballs, less what gzip and tar add to the content. */
const CONTENT_BYTES = 100 * MIB - 64 * 1024;
const GOAL_BYTES = 64 * MIB;
const AT_ONCE = 8;
const STARTS = 3;
const SETTLE_MS = 1000;

/** Runs the benchmark. It has no flags. */
export async function measureMemory(args: readonly string[]): Promise<void> {
  readFlags(args, []);
  await runBenchmark(async (benchmark) => {
    console.log(await measureStarts(benchmark));
    console.log(await measureTransfers(benchmark));
  });
}

async function measureTransfers({ folder, signal, cleanUp }: Benchmark): Promise<string> {
  if (!CAN_MEASURE_MEMORY) return 'Memory can only be measured on Linux.\n';
  const path = join(folder, 'random.tar.gz');
  const sizeBytes = await writeRandomTarball(path, CONTENT_BYTES);
  // Later starts use less memory than the first, so the rise is measured from the lower value.
  const { pid, baseUrl, stop } = await startServer('node', cacheFolder(folder, 'node', 0), { signal });
  cleanUp.defer(stop);
  const versions = Array.from({ length: AT_ONCE }, (_, index) => `2.${index}.0`);
  const steps: readonly [name: string, work: () => Promise<unknown>][] = [
    ['publish', () => publish(baseUrl, '1.0.0', path, sizeBytes)],
    ['download', () => download(baseUrl, '1.0.0', sizeBytes)],
    [
      `${AT_ONCE} publishes at once`,
      () => Promise.all(versions.map((version) => publish(baseUrl, version, path, sizeBytes))),
    ],
    [
      `${AT_ONCE} downloads at once`,
      () => Promise.all(versions.map((version) => download(baseUrl, version, sizeBytes))),
    ],
  ];
  await delay(SETTLE_MS, undefined, { signal });
  const idleBytes = residentBytes(pid);
  const rows: string[][] = [];
  for (const [name, work] of steps) {
    const peakBytes = await measurePeakBytes(pid, async () => void (await work()));
    const riseBytes = peakBytes - idleBytes;
    if (riseBytes > GOAL_BYTES) process.exitCode = 1;
    rows.push([name, inMiB(idleBytes), inMiB(peakBytes), inMiB(riseBytes)]);
  }
  const title = `Tarball of ${inMiB(sizeBytes)} MiB that cannot be compressed; the goal is a rise below ${inMiB(GOAL_BYTES)} MiB.`;
  return `${title}\n\n${markdownTable(['Step', 'Idle RSS, MiB', 'Peak RSS, MiB', 'Rise, MiB'], rows)}`;
}

async function measureStarts({ folder, signal }: Benchmark): Promise<string> {
  const rows: string[][] = [];
  for (const launcher of Object.keys(LAUNCHERS) as (keyof typeof LAUNCHERS)[]) {
    const first = await medianStartMs(launcher, signal, (index) => cacheFolder(folder, launcher, index));
    const next = await medianStartMs(launcher, signal, () => cacheFolder(folder, launcher, 0));
    rows.push([launcher === 'npm' ? 'npm start' : 'node', String(first), String(next)]);
  }
  return `From the launch to the first answer, median of ${STARTS}.\n\n${markdownTable(['Launcher', 'First start, ms', 'Next starts, ms'], rows)}`;
}

/** The compile cache of a launcher's servers. Each index is empty at first. */
function cacheFolder(folder: string, launcher: string, index: number): string {
  return join(folder, `${launcher}-${index}`);
}

async function medianStartMs(
  launcher: keyof typeof LAUNCHERS,
  signal: AbortSignal,
  cacheOf: (index: number) => string,
): Promise<number> {
  const timesMs: number[] = [];
  for (let index = 0; index < STARTS; index += 1) {
    const { firstAnswerMs, stop } = await startServer(launcher, cacheOf(index), { signal });
    await stop();
    timesMs.push(firstAnswerMs);
  }
  return Math.round(timesMs.sort((a, b) => a - b)[STARTS >> 1] ?? Number.NaN);
}

function inMiB(bytes: number): string {
  return (bytes / MIB).toFixed(1);
}
