// A link of some length to a server on this machine: every byte arrives later, in both directions.
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';

/** A link that is there until it is closed. */
export interface DelayedLink {
  readonly baseUrl: string;
  close(): void;
}

/** Opens a link whose round trip takes twice `oneWayMs`. */
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
        // Behind the bytes that are still under way.
        setTimeout(() => to.end(), oneWayMs);
      });
      from.setNoDelay(true);
      // In their order: timers of the same length go off in the order in which they were set.
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
