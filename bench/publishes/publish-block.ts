// A block of publishes to one registry, which may have several processes: what one of them costs.
import { releaseOf } from '../compare/release-sets.ts';
import { type Client, createClient } from '../load/http-client.ts';
import type { LaunchedServer } from '../processes/launch.ts';
import { processorMsOfGroup } from '../processes/processor-time.ts';
import { primeProtocol } from '../protocols/prime.ts';
import type { Benchmark } from '../run-benchmark.ts';
import type { TarballPacker } from '../tarballs/tarball-packer.ts';

/** A registry to which is published. */
export interface PublishSubject {
  readonly title: string;
  /** The process of each of its servers. */
  readonly pids: readonly number[];
  readonly clients: readonly Client[];
  /** Counts all publishes, so that each has another name. */
  published: number;
}

/** What a block consists of. */
export interface PublishBlock {
  readonly publishes: number;
  /** At the same time; they take turns with the servers. */
  readonly clients: number;
  /** Undefined for the 10 KB of the comparison. */
  readonly pack: TarballPacker | undefined;
}

/** The cost of one publish of a block, in milliseconds. */
export interface PublishCost {
  /** Of all servers. */
  readonly processorMs: number;
  readonly ms: number;
}

/** A registry of servers that run; they and the connections end with the benchmark. */
export function createPublishSubject(
  { cleanUp, signal }: Pick<Benchmark, 'cleanUp' | 'signal'>,
  title: string,
  servers: readonly LaunchedServer[],
  connections: number,
): PublishSubject {
  const clients = servers.map(({ baseUrl }) => createClient(baseUrl, connections, signal));
  for (const client of clients) cleanUp.defer(() => client.close());
  return { title, pids: servers.map(({ pid }) => pid), clients, published: 0 };
}

/** Publishes a block. The tarballs are made before the time begins. */
export async function publishBlock(subject: PublishSubject, block: PublishBlock): Promise<PublishCost> {
  const { publishes, clients, pack } = block;
  const releases = Array.from({ length: publishes }, () => {
    subject.published += 1;
    const name = `text-${subject.published}`;
    return releaseOf({ name, version: '1.0.0', description: 'Made for a benchmark' }, primeProtocol, pack);
  });
  const publishAll = async (client: Client): Promise<void> => {
    for (let release = releases.pop(); release !== undefined; release = releases.pop())
      await primeProtocol.publish(client.send, release);
  };
  const processorMs = (): number => subject.pids.reduce((sum, pid) => sum + processorMsOfGroup(pid), 0);
  const [startMs, startProcessorMs] = [performance.now(), processorMs()];
  await Promise.all(
    Array.from({ length: clients }, (_, index) => {
      const client = subject.clients[index % subject.clients.length];
      return client && publishAll(client);
    }),
  );
  const spentMs = processorMs() - startProcessorMs;
  return { processorMs: spentMs / publishes, ms: (performance.now() - startMs) / publishes };
}
