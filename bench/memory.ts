// `npm run bench:memory`: how much memory the server takes for large tarballs, and how soon it answers after its start.
// Prints two Markdown tables; its exit code is 1 when a step takes more than the goal.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markdownTable } from './markdown-table.ts';
import { writeRandomTarball } from './random-tarball.ts';
import { CAN_MEASURE_MEMORY, measurePeakBytes, residentBytes } from './resident-memory.ts';
import { LAUNCHERS, startServer } from './server-process.ts';
import { download, publish } from './transfer.ts';

const MIB = 2 ** 20;
/** The default limit for tarballs, less what gzip and tar add to the content. */
const CONTENT_BYTES = 100 * MIB - 64 * 1024;
const GOAL_BYTES = 64 * MIB;
const AT_ONCE = 8;
const STARTS = 3;
const SETTLE_MS = 1000;

const folder = await mkdtemp(join(tmpdir(), 'prime-registry-bench-'));
try {
  console.log(await measureStarts());
  console.log(await measureMemory());
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measureMemory(): Promise<string> {
  if (!CAN_MEASURE_MEMORY) return 'Memory can be measured on Linux alone.\n';
  const path = join(folder, 'random.tar.gz');
  const sizeBytes = await writeRandomTarball(path, CONTENT_BYTES);
  // A next start, which needs less than a first one: the rise is over the lower of the two.
  const { pid, baseUrl, stop } = await startServer('node', cacheFolder('node', 0));
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
  try {
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
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
  } finally {
    await stop();
  }
}

async function measureStarts(): Promise<string> {
  const rows: string[][] = [];
  for (const launcher of Object.keys(LAUNCHERS) as (keyof typeof LAUNCHERS)[]) {
    const first = await medianStartMs(launcher, (index) => cacheFolder(launcher, index));
    const next = await medianStartMs(launcher, () => cacheFolder(launcher, 0));
    rows.push([launcher === 'npm' ? 'npm start' : 'node', String(first), String(next)]);
  }
  return `From the launch to the first answer, median of ${STARTS}.\n\n${markdownTable(['Launcher', 'First start, ms', 'Next starts, ms'], rows)}`;
}

/** Where a launcher's servers keep compiled code; each index is empty at first. */
function cacheFolder(launcher: string, index: number): string {
  return join(folder, `${launcher}-${index}`);
}

async function medianStartMs(
  launcher: keyof typeof LAUNCHERS,
  cacheOf: (index: number) => string,
): Promise<number> {
  const timesMs: number[] = [];
  for (let index = 0; index < STARTS; index += 1) {
    const { firstAnswerMs, stop } = await startServer(launcher, cacheOf(index));
    await stop();
    timesMs.push(firstAnswerMs);
  }
  return Math.round(timesMs.sort((a, b) => a - b)[STARTS >> 1] ?? Number.NaN);
}

function inMiB(bytes: number): string {
  return (bytes / MIB).toFixed(1);
}
