// `npm run bench -- install-log`: what the transparency log costs `prime install` of 20 new Primes: with a registry that signs
// its log and with one that does not, in turn. Prints Markdown. The exit code is 1 if it misses the goal.
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { releaseOf } from '../compare/release-sets.ts';
import { readCount, readFlags, UsageError } from '../flags.ts';
import { createClient } from '../load/http-client.ts';
import { requireSources } from '../processes/other-sources.ts';
import { processorMsOfGroup } from '../processes/processor-time.ts';
import { plainEnvironment, timeNode } from '../processes/run-program.ts';
import { ROOT, startServerOn } from '../processes/server-process.ts';
import { primeProtocol } from '../protocols/prime.ts';
import { SCOPE } from '../protocols/protocol.ts';
import { describeCircumstances, formatCircumstances } from '../report/machine.ts';
import { markdownTable } from '../report/markdown-table.ts';
import { formatSpread, type Spread, spreadOf } from '../report/spread.ts';
import { type Benchmark, runBenchmark } from '../run-benchmark.ts';

/** Share of the cost without signatures: 5 % more at most. */
const GOAL = 1 / 1.05;
/** A new client must first compile its code. */
const WARM_UPS = 2;

interface Options {
  readonly primes: number;
  readonly rounds: number;
  /** A checkout of another version. */
  readonly other: string | undefined;
}

/** A registry, and the sources of the client that installs from it. */
interface Subject {
  readonly title: string;
  readonly sources: string;
  readonly baseUrl: string;
  readonly pid: number;
  /** What the user remembers of registries; undefined for one who has met none. */
  readonly stateFolder: string | undefined;
  readonly costs: Cost[];
}

/** The cost of one install, in milliseconds. */
interface Cost {
  readonly ms: number;
  readonly processorMs: number;
  readonly serverMs: number;
}

/** Runs the benchmark. @param args - `--rounds <number>`, `--primes <number>`, `--other <folder>` */
export async function measureInstallLog(args: readonly string[]): Promise<void> {
  const { rounds, primes, other } = readFlags(args, ['rounds', 'primes', 'other']);
  if (process.platform !== 'linux') throw new UsageError('install-log needs Linux: it reads /proc.');
  const options: Options = {
    primes: readCount('primes', primes, 20),
    rounds: readCount('rounds', rounds, 15),
    other: other === undefined ? undefined : await requireSources(other),
  };
  await runBenchmark((benchmark) => measure(benchmark, options));
}

async function measure(benchmark: Benchmark, { primes, rounds, other }: Options): Promise<void> {
  const start = (title: string, sources: string, args: readonly string[]): Promise<Subject> =>
    startSubject(benchmark, primes, { title, sources, args });
  const returning = (subject: Subject): Subject => ({
    ...subject,
    title: `${subject.title}, met before`,
    stateFolder: join(benchmark.folder, `state-${subject.pid}`),
    costs: [],
  });
  const log = await start('log', ROOT, []);
  const otherLog = other === undefined ? undefined : await start('log, other version', other, []);
  const subjects = [
    await start('log off', ROOT, ['--log', 'off']),
    ...[log, returning(log)],
    ...(otherLog === undefined ? [] : [otherLog, returning(otherLog)]),
  ];
  for (let round = -WARM_UPS; round < rounds; round += 1) {
    console.error(round < 0 ? 'warming up …' : `round ${round + 1} of ${rounds} …`);
    for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
      const cost = await install(benchmark, subject, primes);
      if (round >= 0) subject.costs.push(cost);
    }
  }
  const [without] = subjects;
  if (without !== undefined && ratioOf(without, log, 'processorMs').median < GOAL) process.exitCode = 1;
  console.log(`${formatCircumstances(describeCircumstances({}))}\n`);
  console.log(
    `\`prime install\` of ${primes} new Primes with an empty cache, by users who have met the registry before or not, min–median–max of ${rounds} rounds. The ratios are costs without signatures to those of the row, in the same round: 1 is as fast, below 1 is slower.\n`,
  );
  const head = ['Registry', 'Processor time, ms', 'That of the server, ms', 'Time, ms'];
  console.log(
    markdownTable(
      [...head, 'Ratio of processor time', 'Ratio of time'],
      subjects.map((subject) => [
        subject.title,
        ...(['processorMs', 'serverMs', 'ms'] as const).map((unit) =>
          formatSpread(spreadOf(subject.costs.map((cost) => cost[unit]))),
        ),
        ...(['processorMs', 'ms'] as const).map((unit) =>
          without === undefined || subject === without
            ? ''
            : formatSpread(ratioOf(without, subject, unit), (value) => value.toFixed(2)),
        ),
      ]),
    ),
  );
}

function ratioOf(without: Subject, subject: Subject, unit: keyof Cost): Spread {
  return spreadOf(
    subject.costs.map((cost, round) => (without.costs[round]?.[unit] ?? Number.NaN) / cost[unit]),
  );
}

const nameOf = (index: number): string => `installed-${index}`;

async function startSubject(
  { folder, signal, cleanUp }: Benchmark,
  primes: number,
  {
    title,
    sources,
    args,
  }: { readonly title: string; readonly sources: string; readonly args: readonly string[] },
): Promise<Subject> {
  const dataFolder = await mkdtemp(join(folder, 'data-'));
  const { pid, baseUrl, stop } = await startServerOn(dataFolder, join(folder, 'compiled'), {
    ...{ sources, args, signal },
  });
  cleanUp.defer(stop);
  const client = createClient(baseUrl, 1, signal);
  for (let index = 0; index < primes; index += 1) {
    const release = { name: nameOf(index), version: '1.0.0', description: 'Made for a benchmark' };
    await primeProtocol.publish(client.send, releaseOf(release, primeProtocol, undefined));
  }
  await client.close();
  return { title, sources, baseUrl, pid, stateFolder: undefined, costs: [] };
}

/** Installs as a user with an empty project and an empty cache. */
async function install({ folder, signal }: Benchmark, subject: Subject, primes: number): Promise<Cost> {
  const user = await mkdtemp(join(folder, 'user-'));
  const project = join(user, 'project');
  await mkdir(project);
  const used = join(user, 'processor-time');
  const before = processorMsOfGroup(subject.pid);
  const names = Array.from({ length: primes }, (_, index) => `@${SCOPE}/${nameOf(index)}`);
  const ms = await timeNode(
    [
      ...['--import', join(ROOT, 'bench/processes/used-processor-time.mjs')],
      ...[join(subject.sources, 'packages/cli/src/main.mjs'), 'install', ...names],
      ...['--remote', subject.baseUrl],
    ],
    {
      folder: project,
      environment: plainEnvironment({
        HOME: user,
        PRIME_STATE_DIR: subject.stateFolder ?? join(user, 'state'),
        PRIME_CACHE_DIR: join(user, 'cache'),
        NODE_COMPILE_CACHE: join(folder, `compiled-${subject.title.replaceAll(/[ ,]+/g, '-')}`),
        BENCH_PROCESSOR_TIME: used,
      }),
      signal,
    },
  );
  const processorMs = Number(await readFile(used, 'utf8'));
  await rm(user, { recursive: true });
  return { ms, processorMs, serverMs: processorMsOfGroup(subject.pid) - before };
}
