// `npm run bench:scale`: checks that nothing becomes slower as the registry grows: the same work in a large registry and in a
// hundredth of it, on PostgreSQL or SQLite. Prints Markdown. The exit code is 1 if a query reads a whole table that grows, or
// touches many more rows in the large database than in the small one.
import type { SyntheticPrime } from '../corpus/generate-primes.ts';
import { readCount, readFlags, UsageError } from '../flags.ts';
import { describeCircumstances, formatCircumstances } from '../report/machine.ts';
import { writeReport } from '../report/write-report.ts';
import { type Benchmark, runBenchmark } from '../run-benchmark.ts';
import type { Engine } from '../scale/engines/engine.ts';
import { openPostgresEngine } from '../scale/engines/postgres-engine.ts';
import { openSqliteEngine } from '../scale/engines/sqlite-engine.ts';
import { type Corpus, createCorpus, type RegistrySize } from '../scale/fill/corpus.ts';
import { fillRegistry } from '../scale/fill/fill-registry.ts';
import { formatScale, judgeScale, type MeasuredSize } from '../scale/format-scale.ts';
import { measureMaintenance } from '../scale/measure-maintenance.ts';
import { measureQueries, type Turns } from '../scale/measure-queries.ts';
import { measureServer, type ServerEffort } from '../scale/measure-server.ts';

const SAMPLE = 1000;
/** How many times smaller the small registry is. */
const SMALLER_BY = 100;
const FEWEST_PRIMES = 10_000;
const VERSIONS_OF_EACH = 10;
const ATOMS_OF_EACH = 5;

/** What a run does. */
interface Job {
  readonly database: 'postgres' | 'sqlite';
  readonly large: RegistrySize;
  readonly turns: Turns;
  readonly effort: ServerEffort;
  readonly write: string | undefined;
}

/** Runs the benchmark. @param args - see the usage */
export async function measureScale(args: readonly string[]): Promise<void> {
  const job = readJob(args);
  await runBenchmark((benchmark) => measure(benchmark, job));
}

/** @throws UsageError */
function readJob(args: readonly string[]): Job {
  const flags = readFlags(args, ['primes', 'versions', 'atoms', 'database', 'turns', 'seconds', 'write']);
  const { database = 'postgres' } = flags;
  if (database !== 'postgres' && database !== 'sqlite')
    throw new UsageError('--database must be postgres or sqlite.');
  const primes = readCount('primes', flags.primes, 100_000, FEWEST_PRIMES);
  const turns = readCount('turns', flags.turns, 200);
  return {
    database,
    large: {
      primes,
      versions: readCount('versions', flags.versions, VERSIONS_OF_EACH * primes, primes),
      atoms: readCount('atoms', flags.atoms, ATOMS_OF_EACH, 0),
    },
    turns: { most: turns, budgetMs: 100 * turns },
    effort: { requests: turns, seconds: readCount('seconds', flags.seconds, 10) },
    write: flags.write,
  };
}

async function measure(benchmark: Benchmark, job: Job): Promise<void> {
  const { folder, cleanUp } = benchmark;
  const engine = job.database === 'postgres' ? await openPostgresEngine(folder) : await openSqliteEngine();
  let isDone = false;
  cleanUp.defer(() => engine.close(isDone));
  const small = await measureSize(benchmark, engine, job, scaled(job.large));
  const large = await measureSize(benchmark, engine, job, job.large);
  isDone = true;
  const report = `${formatCircumstances(describeCircumstances({}))}\n\n${formatScale(engine.title, small, large)}`;
  console.log(report);
  if (job.write !== undefined) await writeReport(job.write, report);
  if (judgeScale(small, large).length > 0) process.exitCode = 1;
}

function scaled({ primes, versions, atoms }: RegistrySize): RegistrySize {
  return { primes: primes / SMALLER_BY, versions: versions / SMALLER_BY, atoms };
}

async function measureSize(
  { folder, signal }: Benchmark,
  engine: Engine,
  { turns, effort }: Job,
  size: RegistrySize,
): Promise<MeasuredSize> {
  const primes = Math.round(size.primes);
  const database = await engine.openDatabase(`p${primes}_v${Math.round(size.versions)}_a${size.atoms}`);
  console.error(`${engine.title}, ${primes} Primes: filling`);
  const corpus = createCorpus({ ...size, primes });
  const fill = await fillRegistry(database, corpus, signal);
  console.error('  Sizes');
  const tables = await database.listSizes();
  const { sample, versions } = readCorpus(corpus);
  // Before anything is measured that publishes.
  const maintenance = await measureMaintenance(database, signal);
  const measured = await measureQueries(database, sample, turns, signal);
  const server = await measureServer(database, sample, effort, { folder, signal });
  return { primes, versions, atoms: primes * size.atoms, tables, fill, measured, maintenance, server };
}

/** Primes spread over the whole corpus, and the number of all versions. */
function readCorpus({ count, list }: Corpus): {
  readonly sample: SyntheticPrime[];
  readonly versions: number;
} {
  const step = Math.max(1, Math.floor(count / SAMPLE));
  const sample: SyntheticPrime[] = [];
  let versions = 0;
  let index = 0;
  for (const prime of list()) {
    if (index % step === 0) sample.push(prime);
    versions += prime.versions.length;
    index += 1;
  }
  return { sample, versions };
}
