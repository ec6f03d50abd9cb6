// `npm run bench -- publish-log`: what the transparency log costs a publish: signed, without signatures, and in a checkout
// from before it, in turn. With `--database postgres`, also with several replicas. Prints Markdown.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { query, startPostgres } from '@prime-registry/testkit/postgres';
import { formatKeyFile, makeSigningKey } from '../../packages/server/src/signing/key-file.ts';
import { readCount, readFlags, UsageError } from '../flags.ts';
import { requireSources } from '../processes/other-sources.ts';
import { type ServerOptions, startServerOn } from '../processes/server-process.ts';
import { formatInTurn, IN_TURN_HEAD, measureInTurn } from '../publishes/in-turn.ts';
import { createPublishSubject, type PublishBlock, type PublishSubject } from '../publishes/publish-block.ts';
import { describeCircumstances, formatCircumstances } from '../report/machine.ts';
import { markdownTable } from '../report/markdown-table.ts';
import { type Benchmark, runBenchmark } from '../run-benchmark.ts';

/** Publishes of a measurement. */
const PUBLISHES = 160;
const CLIENTS = [1, 16];

interface Options {
  readonly rounds: number;
  readonly replicas: number;
  readonly isPostgres: boolean;
  /** A checkout of another version. */
  readonly other: string | undefined;
}

/** Runs the benchmark. @param args - `--rounds <number>`, `--database postgres`, `--replicas <number>`, `--other <folder>` */
export async function measurePublishLog(args: readonly string[]): Promise<void> {
  const { rounds, replicas, database, other } = readFlags(args, ['rounds', 'replicas', 'database', 'other']);
  if (process.platform !== 'linux') throw new UsageError('publish-log needs Linux: it reads /proc.');
  if (database !== undefined && database !== 'postgres')
    throw new UsageError("--database can only be 'postgres'; without it, each registry has a SQLite file.");
  const isPostgres = database === 'postgres';
  if (!isPostgres && replicas !== undefined) throw new UsageError('--replicas needs --database postgres.');
  const options: Options = {
    rounds: readCount('rounds', rounds, 15),
    replicas: readCount('replicas', replicas, 1),
    isPostgres,
    other: other === undefined ? undefined : await requireSources(other),
  };
  await runBenchmark((benchmark) => measure(benchmark, options));
}

async function measure(benchmark: Benchmark, options: Options): Promise<void> {
  const { rounds, replicas, isPostgres, other } = options;
  const databaseOf = isPostgres ? await startDatabases(benchmark) : undefined;
  const start = (title: string, own: ServerOptions): Promise<PublishSubject> =>
    startSubject(benchmark, { title, replicas, databaseOf }, own);
  const keyFile = join(benchmark.folder, 'log.key');
  await writeFile(keyFile, formatKeyFile([makeSigningKey('primes.example')]), { mode: 0o600 });
  const subjects = [
    ...(other === undefined ? [] : [await start('before', { sources: other })]),
    await start('log off', { args: ['--log', 'off'] }),
    await start('log', { args: ['--log-key-file', keyFile] }),
  ];
  const blocks = Object.fromEntries(
    CLIENTS.map((clients) => [
      clients === 1 ? 'one client' : `${clients} clients`,
      { publishes: PUBLISHES, clients, pack: undefined } satisfies PublishBlock,
    ]),
  );
  const costs = await measureInTurn(subjects, { blocks, rounds, signal: benchmark.signal });
  console.log(`${formatCircumstances(describeCircumstances({}))}\n`);
  const where = isPostgres ? `PostgreSQL, ${replicas} servers of each` : 'SQLite';
  console.log(
    `One publish of 10 KB, ${where}, min–median–max of ${rounds} rounds of ${PUBLISHES}. The ratios are costs of the first registry to those of this one, in the same round: 1 is as fast, below 1 is slower.\n`,
  );
  console.log(markdownTable(IN_TURN_HEAD, formatInTurn(costs)));
}

/** The URL of a new database, by its name. */
type MakeDatabase = (name: string) => Promise<string>;

/** Starts a database server, which syncs to disk. */
async function startDatabases({ cleanUp }: Benchmark): Promise<MakeDatabase> {
  const server = await startPostgres({ fsync: 'on', full_page_writes: 'on', shared_buffers: '256MB' });
  cleanUp.defer(server.remove);
  return async (name) => {
    await query(server.urlOf('postgres'), `create database ${name}`);
    return server.urlOf(name);
  };
}

async function startSubject(
  benchmark: Benchmark,
  {
    title,
    replicas,
    databaseOf,
  }: { readonly title: string; readonly replicas: number; readonly databaseOf: MakeDatabase | undefined },
  { args = [], ...options }: ServerOptions,
): Promise<PublishSubject> {
  const { folder, signal, cleanUp } = benchmark;
  const own = title.replaceAll(' ', '_');
  const dataFolder = join(folder, own);
  await mkdir(dataFolder);
  const database = await databaseOf?.(own);
  const servers = [];
  for (let replica = 0; replica < replicas; replica += 1) {
    const server = await startServerOn(dataFolder, join(folder, 'compiled'), {
      ...options,
      args: [...args, ...(database === undefined ? [] : ['--database', database])],
      signal,
    });
    cleanUp.defer(server.stop);
    servers.push(server);
  }
  return createPublishSubject(benchmark, title, servers, Math.max(...CLIENTS));
}
