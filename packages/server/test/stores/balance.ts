// A minimal round-robin load balancer for connections.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import type { TestContext } from 'node:test';
import { atEnd, type TemporaryRegistry } from '../process/temporary-registry.ts';

/** Passes connections on to the replicas in turn. @returns its own address */
export async function balance(
  t: TestContext,
  replicas: readonly Pick<TemporaryRegistry, 'baseUrl'>[],
): Promise<string> {
  let connections = 0;
  const server = createServer((client) => {
    const { hostname, port } = new URL(replicas[connections++ % replicas.length]?.baseUrl ?? '');
    const upstream = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('error', () => to.destroy());
      from.pipe(to);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(t, () => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
