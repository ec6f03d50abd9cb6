// `npm run bench -- import`: measures how fast a registry moves from SQLite and a folder into other stores
// while it serves. Prints Markdown. The exit code is 1 if an import into PostgreSQL misses the goal.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { releaseOf } from '../compare/release-sets.ts';
import { readNumberFlags } from '../flags.ts';
import { createClient } from '../load/http-client.ts';
import { type StoreChoice, startStores } from '../processes/real-stores.ts';
import { plainEnvironment, timeNode } from '../processes/run-program.ts';
import { LAUNCHERS, ROOT, startServerOn } from '../processes/server-process.ts';
import { PROTOCOLS } from '../protocols/index.ts';
import { describeCircumstances, formatCircumstances } from '../report/machine.ts';
import { markdownTable } from '../report/markdown-table.ts';
import { type Benchmark, runBenchmark } from '../run-benchmark.ts';

const LEAST_PER_SECOND = 200;
const AT_ONCE = 16;
const CHOICES: readonly StoreChoice[] = [
  { database: 'sqlite', blobs: 'folder' },
  { database: 'postgres', blobs: 'folder' },
  { database: 'sqlite', blobs: 's3' },
  { database: 'postgres', blobs: 's3' },
];

/** Runs the benchmark. @param args - `--primes <number>` */
export async function measureImport(args: readonly string[]): Promise<void> {
  const { primes } = readNumberFlags(args, { primes: 10_000 });
  await runBenchmark((benchmark) => measure(benchmark, primes));
}

async function measure({ folder, signal, cleanUp }: Benchmark, count: number): Promise<void> {
  const perSecond = (durationMs: number): number => (count / durationMs) * 1000;
  const rate = (durationMs: number): string[] => [seconds(durationMs), perSecond(durationMs).toFixed(0)];
  const old = join(folder, 'old');
  const archive = join(folder, 'registry.tar');
  const server = await startServerOn(old, join(folder, 'compiled'), { signal });
  cleanUp.defer(server.stop);
  console.error(`Publishing ${count} Primes.`);
  await publishAll(server.baseUrl, count, signal);
  const run = (command: string, args: readonly string[], environment = {}): Promise<number> =>
    timeNode([...LAUNCHERS.node.slice(1, -1), command, ...args], {
      folder: ROOT,
      environment: plainEnvironment({ NODE_COMPILE_CACHE: join(folder, 'compiled'), ...environment }),
      signal,
    });
  const exportMs = await run('export', [archive, '--data', old]);
  const rows = [['Export, from SQLite and a folder', ...rate(exportMs), '']];
  for (const choice of CHOICES) {
    const into = `${choice.database}, ${choice.blobs}`;
    console.error(`Import into ${into}.`);
    await using stores = new AsyncDisposableStack();
    const environment = await startStores(choice, stores);
    const data = ['--data', join(folder, into)];
    const importMs = await run('import', [archive, ...data], environment);
    const againMs = await run('import', [archive, ...data], environment);
    const verifyMs = await run('verify', data, environment);
    rows.push([
      `Import into ${into}`,
      ...rate(importMs),
      `again ${seconds(againMs)}, verify ${seconds(verifyMs)}`,
    ]);
    if (choice.database === 'postgres' && perSecond(importMs) < LEAST_PER_SECOND) process.exitCode = 1;
  }
  const { size } = await stat(archive);
  console.log(`${formatCircumstances(describeCircumstances({}))}\n`);
  console.log(
    `${count.toLocaleString('en')} Primes of one version, ${(size / 2 ** 20).toFixed(0)} MiB, while the old registry runs. Goal: ` +
      `${LEAST_PER_SECOND} a second into PostgreSQL. The S3 server is Ceph's gateway, in memory. All processes share the cores.\n`,
  );
  console.log(markdownTable(['Step', 'seconds', 'Primes/s', 'afterwards'], rows));
}

async function publishAll(baseUrl: string, count: number, signal: AbortSignal): Promise<void> {
  const client = createClient(baseUrl, AT_ONCE, signal);
  const numbers = Array.from({ length: count }, (_, index) => index).values();
  const publishRest = async (): Promise<void> => {
    for (const number of numbers) {
      const identity = {
        name: `moved-${number}`,
        version: '1.0.0',
        description: `Number ${number}`,
      };
      await PROTOCOLS.prime.publish(client.send, releaseOf(identity, PROTOCOLS.prime));
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, publishRest));
  } finally {
    client.close();
  }
}

function seconds(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(1)} s`;
}
