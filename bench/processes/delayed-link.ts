// A link with latency to a server on this machine: delays every byte in both directions.
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';

/** A running link. */
export interface DelayedLink {
  readonly baseUrl: string;
  close(): void;
}

/** Opens a link with a round trip of twice `oneWayMs`. */
export async function openDelayedLink(target: string, oneWayMs: number): Promise<DelayedLink> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = createConnection(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        // After the bytes that are still in flight.
        setTimeout(() => to.end(), oneWayMs);
      });
      from.setNoDelay(true);
      // In order: timers with the same delay fire in the order of their creation.
      from.on('data', (bytes) => setTimeout(() => to.write(bytes), oneWayMs));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
