// `npm run bench -- search-inside`: searches of READMEs and atoms among 100,000 Primes, over HTTP, in SQLite or PostgreSQL.
// Prints Markdown. The exit code is 1 if a goal is missed.
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { query, startPostgres } from '@prime-registry/testkit/postgres';
import { databaseIn, fillDatabase } from '../corpus/fill-database.ts';
import { generatePrimes } from '../corpus/generate-primes.ts';
import { readCount, readFlags, UsageError } from '../flags.ts';
import { startServerOn } from '../processes/server-process.ts';
import { describeCircumstances, formatCircumstances } from '../report/machine.ts';
import { type Benchmark, runBenchmark } from '../run-benchmark.ts';
import { fillPostgres } from '../scale/fill-postgres.ts';
import { formatTimes } from '../search/format-times.ts';
import type { QueryKind } from '../search/queries.ts';
import { createSearcher } from '../search/searcher.ts';
import { timeSearches } from '../search/times.ts';

/** In milliseconds, for each kind of query. */
const GOALS_MS = { p50Ms: 15, p99Ms: 60 } as const;
const SEED = 1;
const MIB = 2 ** 20;

/** Words from nearly every README to some atoms. */
const KINDS: readonly QueryKind[] = [
  { title: 'A common word of sentences', queries: ['the', 'and', 'of', 'with', 'that'] },
  {
    title: 'A common word',
    queries: 'web|data|test|guide|security|python|performance|documentation|accessibility|database'.split(
      '|',
    ),
  },
  { title: 'A rare word', queries: ['zoning', 'numismatics', 'heraldry', 'lentil', 'volcano'] },
  {
    title: 'Two common words',
    queries: ['web guide', 'data security', 'the web', 'api design', 'python patterns'],
  },
  { title: 'Three words', queries: ['web data security', 'api design guide', 'python data model'] },
  { title: 'The beginning of a word', queries: ['sec', 'perf', 'docum', 'python pat', 'data se'] },
];

/** What is searched: the address, and its parameters. */
const TARGETS = {
  'Search API': ['/-/search', {}],
  'Search page': ['/-/find', {}],
  'Page of atoms': ['/-/find', { in: 'atoms' }],
} as const;

interface Extent {
  readonly primes: number;
  readonly rounds: number;
  readonly isPostgres: boolean;
}

/** Runs the benchmark. @param args - `--primes <number>`, `--rounds <number>`, `--database postgres` */
export async function measureSearchInside(args: readonly string[]): Promise<void> {
  const { primes, rounds, database } = readFlags(args, ['primes', 'rounds', 'database']);
  if (database !== undefined && database !== 'postgres')
    throw new UsageError("--database can only be 'postgres'; without it, the registry has a SQLite file.");
  const extent = {
    primes: readCount('primes', primes, 100_000),
    rounds: readCount('rounds', rounds, 10),
    isPostgres: database === 'postgres',
  };
  await runBenchmark((benchmark) => measure(benchmark, extent));
}

async function measure(benchmark: Benchmark, extent: Extent): Promise<void> {
  const { folder, signal, cleanUp } = benchmark;
  const dataFolder = join(folder, 'data');
  await mkdir(dataFolder);
  console.error(`Filling a database with ${extent.primes} Primes, their READMEs and atoms.`);
  const { args, sizeMib } = extent.isPostgres
    ? await fillPostgresServer(benchmark, extent)
    : await fillFile(dataFolder, extent);
  const server = await startServerOn(dataFolder, join(folder, 'compiled'), { args, signal });
  cleanUp.defer(server.stop);
  console.log(`${formatCircumstances(describeCircumstances({}))}\n`);
  console.log(
    `${extent.primes.toLocaleString('en-US')} Primes with READMEs and about four atoms each, ${sizeMib} MiB in ${extent.isPostgres ? 'PostgreSQL' : 'SQLite'}; milliseconds over HTTP, one client.`,
  );
  for (const [title, [path, more]] of Object.entries(TARGETS)) {
    const { search, close } = createSearcher(server.baseUrl, signal, path, more);
    const times = await timeSearches(search, KINDS, extent.rounds, signal);
    close();
    console.log(`\n## ${title}\n\n${formatTimes(times)}`);
    if (times.some(({ p50Ms, p99Ms }) => p50Ms > GOALS_MS.p50Ms || p99Ms > GOALS_MS.p99Ms))
      process.exitCode = 1;
  }
  console.log(
    `\nGoals, for each kind: p50 at most ${GOALS_MS.p50Ms} ms, p99 at most ${GOALS_MS.p99Ms} ms: ${process.exitCode === 1 ? 'missed' : 'met'}.`,
  );
}

/** What a server needs to serve the database, and its size. */
interface Filled {
  readonly args: readonly string[];
  readonly sizeMib: number;
}

async function fillFile(dataFolder: string, { primes }: Extent): Promise<Filled> {
  await fillDatabase(dataFolder, corpusOf(primes), { hasContents: true });
  const { size } = await stat(databaseIn(dataFolder));
  return { args: [], sizeMib: Math.round(size / MIB) };
}

async function fillPostgresServer({ cleanUp }: Benchmark, { primes }: Extent): Promise<Filled> {
  const server = await startPostgres({ shared_buffers: '1GB', max_wal_size: '8GB' });
  cleanUp.defer(server.remove);
  await query(server.urlOf('postgres'), 'create database search_inside');
  const url = server.urlOf('search_inside');
  await fillPostgres(url, corpusOf(primes), undefined, { hasContents: true });
  const [size] = await query(url, 'select pg_database_size(current_database()) as bytes');
  return { args: ['--database', url], sizeMib: Math.round(Number(size?.bytes) / MIB) };
}

function corpusOf(count: number): ReturnType<typeof generatePrimes> {
  return generatePrimes({ count, seed: SEED, meanVersions: 1 });
}
