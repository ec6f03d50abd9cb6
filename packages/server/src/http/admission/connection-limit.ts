// Bounds the connections of a server. Those over the limit are not cut off but told so, and health probes get through on
// them; a bounded number of them, for a short time each.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Connections beyond the limit that are told about it; those beyond these are closed at once. */
const RESERVE = 100;
/** How long such a connection may take. */
const SURPLUS_TIMEOUT_MS = 5000;

export class ConnectionLimit {
  readonly #surplus = new Set<Socket>();

  /** Whether the connection is one too many: it gets one answer, which is a refusal unless it is about health. */
  isSurplus(socket: Socket): boolean {
    return this.#surplus.size > 0 && this.#surplus.has(socket);
  }

  /** Watches over the connections of a server from now on. */
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
