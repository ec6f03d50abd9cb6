// Measures one, two and three replicas on this machine, with their database here too: what requests take of the processor, by
// program, and how many there are in a second.
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { query, startPostgres } from '@prime-registry/testkit/postgres';
import { publish } from '../atoms/measure-publishes.ts';
import { releaseOf } from '../compare/release-sets.ts';
import { findLoadGenerator } from '../load/find-load-generator.ts';
import { type Client, createClient } from '../load/http-client.ts';
import type { LaunchedServer } from '../processes/launch.ts';
import { processorMsOfGroup } from '../processes/processor-time.ts';
import { startServerOn } from '../processes/server-process.ts';
import { primeProtocol } from '../protocols/prime.ts';
import type { Benchmark } from '../run-benchmark.ts';
import { packFiles } from '../tarballs/pack-files.ts';
import type { MeasuredDemand } from './local-model.ts';

/** Clients of the measurements with several. */
export const CLIENTS = { read: 32, publish: 16 } as const;
const READ_SECONDS = 4;
const PUBLISHES = { one: 160, many: 640 } as const;
const TICK_MS = 10;
/** After the name of the program: user and system time, then those of ended children. */
const USER = 11;
const NAME = '@bench/hot';

/** Replicas of one registry. */
export interface LocalReplicas {
  measureReads(clients: number): Promise<MeasuredRun>;
  measurePublishes(clients: number): Promise<MeasuredRun>;
}

/** A measurement. */
export interface MeasuredRun extends MeasuredDemand {
  readonly perSecond: number;
}

/** Starts PostgreSQL, which syncs to disk, and replicas with a shared folder for tarballs. They end with the benchmark. */
export async function startReplicas(benchmark: Benchmark, count: number): Promise<LocalReplicas> {
  const { folder, signal, cleanUp } = benchmark;
  const postgres = await startPostgres({ fsync: 'on', full_page_writes: 'on', shared_buffers: '256MB' });
  cleanUp.defer(postgres.remove);
  await query(postgres.urlOf('postgres'), 'create database registry');
  const data = await mkdtemp(join(folder, 'data-'));
  const environment = { PRIME_REGISTRY_DATABASE: postgres.urlOf('registry') };
  const servers: LaunchedServer[] = [];
  for (let index = 0; index < count; index += 1) {
    const server = await startServerOn(data, join(folder, 'compiled'), { environment, signal });
    cleanUp.defer(server.stop);
    servers.push(server);
  }
  const [first] = servers;
  await publish(first?.baseUrl ?? '', NAME, '1.0.0', await packFiles({ 'README.md': 'x' }));
  const load = await findLoadGenerator(signal);
  const clients = servers.map(({ baseUrl }) => createClient(baseUrl, CLIENTS.publish, signal));
  for (const client of clients) cleanUp.defer(() => client.close());
  const postmaster = Number(readFileSync(join(postgres.dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const pids = servers.map(({ pid }) => pid);
  const account = (clientCount: number, work: () => Promise<number>) =>
    accountFor({ pids, postmaster, clients: clientCount }, work);
  let published = 0;
  return {
    measureReads: (count) =>
      account(count, async () => {
        const rates = await Promise.all(
          servers.map(({ baseUrl }) =>
            load.run({
              ...{
                url: `${baseUrl}/pack/${NAME}/1.0.0`,
                headers: {},
                status: 200,
                seconds: READ_SECONDS,
                signal,
              },
              connections: Math.max(1, Math.round(count / servers.length)),
            }),
          ),
        );
        return READ_SECONDS * rates.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0);
      }),
    measurePublishes(count) {
      const releases = Array.from({ length: count === 1 ? PUBLISHES.one : PUBLISHES.many }, () => {
        published += 1;
        const name = `simulated-${published}`;
        return releaseOf({ name, version: '1.0.0', description: 'Made for a benchmark' }, primeProtocol);
      });
      const total = releases.length;
      const publishAll = async (client: Client): Promise<void> => {
        for (let next = releases.pop(); next !== undefined; next = releases.pop())
          await primeProtocol.publish(client.send, next);
      };
      return account(count, async () => {
        const inTurn = Array.from({ length: count }, (_, index) => clients[index % clients.length]);
        await Promise.all(inTurn.map((client) => client && publishAll(client)));
        return total;
      });
    },
  };
}

/** Whose processor time is counted. */
interface Accounted {
  readonly pids: readonly number[];
  readonly postmaster: number;
  readonly clients: number;
}

/** @param work - returns the number of requests */
async function accountFor(
  { pids, postmaster, clients }: Accounted,
  work: () => Promise<number>,
): Promise<MeasuredRun> {
  const read = () => ({
    replica: pids.reduce((sum, pid) => sum + processorMsOfGroup(pid), 0),
    database: processorMsOfGroup(postmaster),
    load: loadMs(),
    now: performance.now(),
  });
  const before = read();
  const requests = await work();
  const after = read();
  const each = (name: keyof typeof before): number => (after[name] - before[name]) / 1000 / requests;
  const seconds = each('now');
  return {
    ...{ replica: each('replica'), database: each('database'), load: each('load') },
    ...{ elapsed: seconds * clients, perSecond: 1 / seconds },
  };
}

/**
 * What this process and its ended children have worked (proc_pid_stat(5)): load generators are children, and servers have not
 * ended. Other work on the machine does not count.
 */
function loadMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return fields.slice(USER, USER + 4).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
}
