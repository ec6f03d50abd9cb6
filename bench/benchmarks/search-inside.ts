// `npm run bench -- search-inside`: searches of READMEs and atoms among 100,000 Primes, over HTTP, in SQLite or PostgreSQL.
// Prints Markdown. The exit code is 1 if a goal is missed.
import { join } from 'node:path';
import { addReadme } from '../corpus/generate-readme.ts';
import { readCount, readFlags, UsageError } from '../flags.ts';
import { startServerOn } from '../processes/server-process.ts';
import { describeCircumstances, formatCircumstances } from '../report/machine.ts';
import { type Benchmark, runBenchmark } from '../run-benchmark.ts';
import { openPostgresEngine } from '../scale/engines/postgres-engine.ts';
import { openSqliteEngine } from '../scale/engines/sqlite-engine.ts';
import { createCorpus } from '../scale/fill/corpus.ts';
import { fillRegistry } from '../scale/fill/fill-registry.ts';
import { formatTimes } from '../search/format-times.ts';
import type { QueryKind } from '../search/queries.ts';
import { createSearcher } from '../search/searcher.ts';
import { timeSearches } from '../search/times.ts';

/** In milliseconds, for each kind of query. */
const GOALS_MS = { p50Ms: 15, p99Ms: 60 } as const;
/** Of each Prime, next to its README. */
const ATOMS = 4;
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
  readonly database: 'postgres' | 'sqlite';
}

/** Runs the benchmark. @param args - `--primes <number>`, `--rounds <number>`, `--database <postgres or sqlite>` */
export async function measureSearchInside(args: readonly string[]): Promise<void> {
  const { primes, rounds, database = 'sqlite' } = readFlags(args, ['primes', 'rounds', 'database']);
  if (database !== 'postgres' && database !== 'sqlite')
    throw new UsageError('--database must be postgres or sqlite.');
  const extent = {
    primes: readCount('primes', primes, 100_000),
    rounds: readCount('rounds', rounds, 10),
    database,
  } as const;
  await runBenchmark((benchmark) => measure(benchmark, extent));
}

async function measure({ folder, signal, cleanUp }: Benchmark, extent: Extent): Promise<void> {
  const { primes, rounds } = extent;
  const engine = extent.database === 'postgres' ? await openPostgresEngine(folder) : await openSqliteEngine();
  let isDone = false;
  cleanUp.defer(() => engine.close(isDone));
  const database = await engine.openDatabase(`inside_${primes}`);
  console.error(`${engine.title}: filling a database with ${primes} Primes, their READMEs and atoms.`);
  const { list, ...corpus } = createCorpus({ primes, versions: primes, atoms: ATOMS });
  await fillRegistry(database, { ...corpus, list: () => Iterator.from(list()).map(addReadme) }, signal);
  const tables = await database.listSizes();
  const sizeMib = Math.round(tables.reduce((sum, { bytes }) => sum + bytes, 0) / MIB);
  const { dataFolder, environment } = database;
  const server = await startServerOn(dataFolder, join(folder, 'compiled'), { environment, signal });
  cleanUp.defer(server.stop);
  console.log(`${formatCircumstances(describeCircumstances({}))}\n`);
  console.log(
    `${primes.toLocaleString('en-US')} Primes with READMEs and ${ATOMS} atoms each, ${sizeMib} MiB in ${engine.title}; milliseconds over HTTP, one client.`,
  );
  for (const [title, [path, more]] of Object.entries(TARGETS)) {
    const { search, close } = createSearcher(server.baseUrl, signal, path, more);
    const times = await timeSearches(search, KINDS, rounds, signal);
    close();
    console.log(`\n## ${title}\n\n${formatTimes(times)}`);
    if (times.some(({ p50Ms, p99Ms }) => p50Ms > GOALS_MS.p50Ms || p99Ms > GOALS_MS.p99Ms))
      process.exitCode = 1;
  }
  console.log(
    `\nGoals, for each kind: p50 at most ${GOALS_MS.p50Ms} ms, p99 at most ${GOALS_MS.p99Ms} ms: ${process.exitCode === 1 ? 'missed' : 'met'}.`,
  );
  isDone = true;
}
