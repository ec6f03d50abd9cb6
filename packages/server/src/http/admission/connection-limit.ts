// Limits the connections of a server. Connections over the limit get a refusal instead of being cut off, and
// health probes get through on them; there is a bounded number of them, for a short time each.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Connections over the limit that get a refusal; further ones are closed at once. */
const RESERVE = 100;
/** How long a connection over the limit may stay open. */
const SURPLUS_TIMEOUT_MS = 5000;

export class ConnectionLimit {
  readonly #surplus = new Set<Socket>();

  /**
   * Whether the connection is over the limit: it gets one answer, a refusal unless it is for a health probe.
   */
  isSurplus(socket: Socket): boolean {
    return this.#surplus.size > 0 && this.#surplus.has(socket);
  }

  /** Watches the connections of a server from now on. */
  watch(server: Server, maxConnections: number): void {
    let connections = 0;
    server.maxConnections = maxConnections + RESERVE;
    server.on('connection', (socket: Socket) => {
      connections += 1;
      socket.once('close', () => {
        connections -= 1;
      });
      if (connections > maxConnections) this.#endSoon(socket);
    });
  }

  #endSoon(socket: Socket): void {
    const timer = setTimeout(() => socket.destroy(), SURPLUS_TIMEOUT_MS).unref();
    this.#surplus.add(socket);
    socket.once('close', () => {
      clearTimeout(timer);
      this.#surplus.delete(socket);
    });
  }
}
