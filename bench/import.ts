// `npm run bench:import`: how fast a registry moves from SQLite and a folder into other stores while it serves. Prints
// Markdown; its exit code is 1 when a move into PostgreSQL and S3 is slower than the goal.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { releaseOf } from './compare/release-sets.ts';
import { createClient } from './load/http-client.ts';
import { describeCircumstances, formatCircumstances } from './machine.ts';
import { markdownTable } from './markdown-table.ts';
import { PROTOCOLS } from './protocols/index.ts';
import { type StoreChoice, startStores } from './real-stores.ts';
import { type Benchmark, runBenchmark } from './run-benchmark.ts';
import { plainEnvironment, timeNode } from './run-program.ts';
import { LAUNCHERS, ROOT, startServerOn } from './server-process.ts';

const LEAST_PER_SECOND = 200;
const AT_ONCE = 16;
const CHOICES: readonly StoreChoice[] = [
  { database: 'sqlite', blobs: 'folder' },
  { database: 'postgres', blobs: 'folder' },
  { database: 'sqlite', blobs: 's3' },
  { database: 'postgres', blobs: 's3' },
];

const { values } = parseArgs({ options: { primes: { type: 'string', default: '10000' } } });
const count = Number(values.primes);
if (!Number.isInteger(count) || count < 1) {
  console.error('--primes takes a whole number from 1\nUsage: npm run bench:import -- [--primes <number>]');
  process.exit(3);
}

await runBenchmark(async ({ folder, signal, cleanUp }: Benchmark) => {
  const old = join(folder, 'old');
  const archive = join(folder, 'registry.tar');
  const server = await startServerOn(old, join(folder, 'compiled'), { signal });
  cleanUp.defer(server.stop);
  console.error(`Publishing ${count} Primes.`);
  await publishAll(server.baseUrl, signal);
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
    `${count.toLocaleString('en')} Primes of one version, ${(size / 2 ** 20).toFixed(0)} MiB, while the old registry runs; goal: ` +
      `${LEAST_PER_SECOND} a second into PostgreSQL. The S3 server is Ceph's gateway, in memory; everything shares the cores.\n`,
  );
  console.log(markdownTable(['Step', 'seconds', 'Primes/s', 'afterwards'], rows));
});

async function publishAll(baseUrl: string, signal: AbortSignal): Promise<void> {
  const client = createClient(baseUrl, AT_ONCE, signal);
  const numbers = Array.from({ length: count }, (_, index) => index).values();
  const publishRest = async (): Promise<void> => {
    for (const number of numbers) {
      const identity = {
        name: `moved-${number}`,
        version: '1.0.0',
        description: `Made to be moved, number ${number}`,
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

function perSecond(durationMs: number): number {
  return (count / durationMs) * 1000;
}

function rate(durationMs: number): string[] {
  return [seconds(durationMs), perSecond(durationMs).toFixed(0)];
}

function seconds(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(1)} s`;
}
