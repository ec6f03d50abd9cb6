// `npm run bench -- pipelining`: memory of the server, and how long others wait, while 20 connections send 5,000 requests
// ahead for tarballs that are not in memory. Prints Markdown. The exit code is 1 if a goal is missed.
import { join } from 'node:path';
import { pinThisProcess, planCores } from '../compare/cores.ts';
import { firstReleaseOf, releasesOf } from '../compare/release-sets.ts';
import { seed } from '../compare/seed.ts';
import { type Latencies, readSteadily } from '../connections/steady-readers.ts';
import { readNumberFlags, UsageError } from '../flags.ts';
import { runLoad } from '../load/run-load.ts';
import { MANNERS, type Manner, type PipeliningJob, type PipeliningSummary } from '../pipelining/manners.ts';
import type { LaunchedServer } from '../processes/launch.ts';
import { CAN_MEASURE_MEMORY, measurePeakBytes } from '../processes/resident-memory.ts';
import { startServerOn } from '../processes/server-process.ts';
import { PROTOCOLS } from '../protocols/index.ts';
import { describeCircumstances, formatCircumstances } from '../report/machine.ts';
import { markdownTable } from '../report/markdown-table.ts';
import { type Benchmark, runBenchmark } from '../run-benchmark.ts';

const PROGRAM = join(import.meta.dirname, '../pipelining/program.ts');
const CONNECTIONS = 20;
const REQUESTS = 5000;
const READERS = 50;
const ALONE_SECONDS = 5;
const MOST_MB = 250;
const MOST_TIMES = 3;
const HEAD = ['Clients', 'Sent', 'Answered', 'Closed', 'Peak RSS, MB', 'p99 of others, ms', '÷ alone', 'Met'];

/** Runs the benchmark. @param args - `--seconds <number>` for each manner */
export async function measurePipelining(args: readonly string[]): Promise<void> {
  const { seconds } = readNumberFlags(args, { seconds: 10 });
  if (!CAN_MEASURE_MEMORY) throw new UsageError('pipelining needs Linux: it reads /proc.');
  await runBenchmark((benchmark) => measure(benchmark, seconds));
}

async function measure({ folder, signal, cleanUp }: Benchmark, seconds: number): Promise<void> {
  const circumstances = formatCircumstances(describeCircumstances({}));
  const cores = await planCores();
  if (cores.load !== undefined) await pinThisProcess(cores.load);
  // Each tarball is read from the disk, as if there were a million of them.
  const args = ['--response-cache', '0'];
  const start = (): Promise<LaunchedServer> =>
    startServerOn(join(folder, 'data'), join(folder, 'compiled'), { args, cores: cores.server, signal });
  const filled = await start();
  cleanUp.defer(filled.stop);
  await seed(filled.baseUrl, 'prime', ['list-50'], signal);
  // Another process, without the memory that publishes leave.
  await filled.stop();
  const server = await start();
  cleanUp.defer(server.stop);
  const { baseUrl, pid } = server;
  const { prime } = PROTOCOLS;
  const paths = [...releasesOf(['list-50'], prime)].map((release) => prime.read('tarball', release).path);
  const reads = [prime.read('manifest', firstReleaseOf('list-50', prime))];
  const readFor = (forSeconds: number): Promise<Latencies> =>
    readSteadily({ baseUrl, reads, readers: READERS, seconds: forSeconds, signal });

  await readFor(2);
  const alone = await readFor(ALONE_SECONDS);
  const rows: string[][] = [];
  for (const manner of Object.keys(MANNERS) as Manner[]) {
    console.error(`${CONNECTIONS} connections, ${MANNERS[manner]} …`);
    const job: PipeliningJob = {
      baseUrl,
      paths,
      manner,
      connections: CONNECTIONS,
      requests: REQUESTS,
      seconds,
    };
    let summary: PipeliningSummary | undefined;
    let others: Latencies | undefined;
    const bytes = await measurePeakBytes(pid, async () => {
      const run = runLoad(process.execPath, [PROGRAM, JSON.stringify(job)], { seconds, signal });
      [summary, others] = await Promise.all([run as Promise<PipeliningSummary>, readFor(seconds)]);
    });
    if (summary === undefined || others === undefined) throw new Error('nothing was measured');
    const [mb, times] = [bytes / 1e6, others.p99Ms / alone.p99Ms];
    const isMet = mb <= MOST_MB && times <= MOST_TIMES && others.failures === 0;
    if (!isMet) process.exitCode = 1;
    const counts = [summary.sent, summary.answers, summary.closed].map((count) =>
      count.toLocaleString('en-US'),
    );
    const figures = [mb.toFixed(0), others.p99Ms.toFixed(1), times.toFixed(1), isMet ? 'yes' : '**no**'];
    rows.push([MANNERS[manner], ...counts, ...figures]);
  }
  console.log(`${circumstances} Load: ${cores.description}.\n`);
  console.log(
    `${CONNECTIONS} connections with ${REQUESTS} requests for tarballs of 10 KB each, without response cache; ${READERS} others, at another address, read a manifest ten times a second, alone with a p99 of ${alone.p99Ms.toFixed(1)} ms. Goals: at most ${MOST_MB} MB and ${MOST_TIMES} times that.\n`,
  );
  console.log(markdownTable(HEAD, rows));
}
