// `npm run bench:client-memory`: whether the memory that `prime publish` and `prime install` take grows with the Prime.
// Prints a Markdown table; its exit code is 1 when either grows by more than the goal.
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeCircumstances, formatCircumstances } from './machine.ts';
import { markdownTable } from './markdown-table.ts';
import { getPrimeVersion, PRIME_MAIN, primeEnvironment, projectDocument } from './prime-program.ts';
import { primeManifest } from './protocols/prime.ts';
import { writeRandomFile } from './random-tarball.ts';
import { CAN_MEASURE_MEMORY, measurePeakUntilEnd } from './resident-memory.ts';
import { type Benchmark, runBenchmark } from './run-benchmark.ts';
import { startNode } from './run-program.ts';
import { startServer } from './server-process.ts';

const MIB = 2 ** 20;
/** A small Prime, and one at the default limit for tarballs, less what gzip and tar add to the content. */
const SMALL_BYTES = MIB;
const LARGE_BYTES = 100 * MIB - 64 * 1024;
const GOAL_BYTES = 48 * MIB;
const CONTENT_FILE = 'random.bin';
const VERSION = '1.0.0';

/** Peaks of both commands, in bytes. */
interface Peaks {
  readonly publishBytes: number;
  readonly installBytes: number;
}

if (CAN_MEASURE_MEMORY) await runBenchmark(measureClient);
else console.log('Memory can be measured on Linux alone.');

async function measureClient(benchmark: Benchmark): Promise<void> {
  const { folder, cleanUp } = benchmark;
  const { baseUrl, stop } = await startServer('node', join(folder, 'compiled'));
  cleanUp.defer(stop);
  // The first run compiles what the others find compiled.
  await measurePeaks(benchmark, baseUrl, 'first', SMALL_BYTES);
  const small = await measurePeaks(benchmark, baseUrl, 'small', SMALL_BYTES);
  const large = await measurePeaks(benchmark, baseUrl, 'large', LARGE_BYTES);
  const rows = [
    row('prime publish', small.publishBytes, large.publishBytes),
    row('prime install', small.installBytes, large.installBytes),
  ];
  console.log(
    `Peak RSS in MiB for random content; the goal is a difference below ${inMiB(GOAL_BYTES)} MiB. ` +
      `${formatCircumstances(describeCircumstances({ prime: await getPrimeVersion() }))}\n`,
  );
  const head = ['Command', `${inMiB(SMALL_BYTES)} MiB`, `${inMiB(LARGE_BYTES)} MiB`, 'Difference'];
  console.log(markdownTable(head, rows));
}

/** Publishes a Prime with so much content, and installs it without a cache. */
async function measurePeaks(
  { folder, signal }: Benchmark,
  baseUrl: string,
  shortName: string,
  contentBytes: number,
): Promise<Peaks> {
  console.error(`Publishing and installing ${inMiB(contentBytes)} MiB.`);
  const name = `@bench/${shortName}`;
  const environment = primeEnvironment(join(folder, shortName), baseUrl, join(folder, 'compiled'));
  const source = join(folder, shortName, 'source');
  await mkdir(source, { recursive: true });
  await writeFile(
    join(source, 'pack.yaml'),
    primeManifest({ name: shortName, version: VERSION, description: 'Random bytes' }),
  );
  await writeRandomFile(join(source, CONTENT_FILE), contentBytes);
  const publishBytes = await measure(['publish', source], source);

  const project = join(folder, shortName, 'project');
  await mkdir(project);
  await writeFile(join(project, 'SKILL.md'), projectDocument([`${name}@^${VERSION}`]));
  const installBytes = await measure(['install'], project);
  const { size } = await stat(join(project, '.primes', name, CONTENT_FILE));
  if (size !== contentBytes) throw new Error(`${size} of ${contentBytes} bytes were installed`);
  return { publishBytes, installBytes };

  async function measure(args: readonly string[], cwd: string): Promise<number> {
    const { pid, durationMs } = await startNode([PRIME_MAIN, ...args], { folder: cwd, environment, signal });
    return measurePeakUntilEnd(pid, durationMs);
  }
}

function row(command: string, smallBytes: number, largeBytes: number): string[] {
  const riseBytes = largeBytes - smallBytes;
  if (riseBytes > GOAL_BYTES) process.exitCode = 1;
  return [command, inMiB(smallBytes), inMiB(largeBytes), inMiB(riseBytes)];
}

function inMiB(bytes: number): string {
  return (bytes / MIB).toFixed(1);
}
