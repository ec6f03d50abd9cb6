// A link with a latency and a rate to a server on this machine, such as one over the internet: the bytes of all connections
// pass it one after another, each in the time that its bits take, and arrive half a round trip later. A new connection costs
// a round trip before its first byte, as the handshake of TCP does.
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';

/** The properties of a link. */
export interface LinkLimits {
  /** In milliseconds. */
  readonly roundTripMs: number;
  /** In each direction. */
  readonly bitsPerSecond: number;
}

/** A running link. */
export interface LimitedLink {
  readonly baseUrl: string;
  /** The bytes that have passed since the last call, by direction. */
  takeBytes(): { readonly toServer: number; readonly toClient: number };
  close(): void;
}

/** One direction of the link, which all connections share. */
class Lane {
  readonly #limits: LinkLimits;
  /** When the last byte has left, on the clock of `performance`. */
  #freeAtMs = 0;
  bytes = 0;

  constructor(limits: LinkLimits) {
    this.#limits = limits;
  }

  /** Sends bytes that are ready at a time; calls back when they have arrived. */
  send(sizeBytes: number, readyAtMs: number, onArrival: () => void): void {
    const { roundTripMs, bitsPerSecond } = this.#limits;
    this.bytes += sizeBytes;
    this.#freeAtMs = Math.max(readyAtMs, this.#freeAtMs) + (sizeBytes * 8 * 1000) / bitsPerSecond;
    setTimeout(onArrival, this.#freeAtMs + roundTripMs / 2 - performance.now());
  }
}

/** Opens a link to a server. */
export async function openLimitedLink(target: string, limits: LinkLimits): Promise<LimitedLink> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const lanes = { toServer: new Lane(limits), toClient: new Lane(limits) };
  const server = createServer((near) => {
    const far = createConnection(Number(port), hostname);
    const connectedAtMs = performance.now() + limits.roundTripMs;
    for (const [from, to, lane] of [
      [near, far, lanes.toServer],
      [far, near, lanes.toClient],
    ] as const) {
      // Timers of one lane end in the order of their times, but may be late by different amounts.
      let last = Promise.resolve();
      const pass = (sizeBytes: number, deliver: () => void): void => {
        const arrived = new Promise<void>((resolve) =>
          lane.send(sizeBytes, Math.max(performance.now(), connectedAtMs), resolve),
        );
        last = last.then(() => arrived).then(deliver);
      };
      sockets.add(from);
      from.setNoDelay(true);
      from.on('error', () => to.destroy());
      from.on('data', (bytes) => pass(bytes.length, () => void to.write(bytes)));
      from.on('close', () => {
        sockets.delete(from);
        pass(0, () => void to.end());
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeBytes() {
      const [toServer, toClient] = [lanes.toServer.bytes, lanes.toClient.bytes];
      lanes.toServer.bytes = 0;
      lanes.toClient.bytes = 0;
      return { toServer, toClient };
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
