// New connections have priority. Node.js accepts one in each turn of the event loop: during long turns, the
// connections of all clients would wait in the queue of the system, behind those of an attacker.
import type { Server } from 'node:http';

/** How long other work waits while connections arrive. */
const MAX_WAIT_MS = 20;

export class Arrivals {
  /** Connections that this turn of the event loop and the one before accepted. */
  #recent = 0;
  #waitingSinceMs: number | undefined;

  /** Watches the connections of a server from now on. */
  watch(server: Server): void {
    server.on('connection', () => {
      this.#recent += 1;
      setImmediate(() => {
        setImmediate(() => {
          this.#recent -= 1;
        });
      });
    });
  }

  /** Whether work that can wait must wait for the next turn, so that it accepts the next connection soon. */
  mustWait(): boolean {
    if (this.#recent === 0) {
      this.#waitingSinceMs = undefined;
      return false;
    }
    const nowMs = performance.now();
    this.#waitingSinceMs ??= nowMs;
    if (nowMs - this.#waitingSinceMs < MAX_WAIT_MS) return true;
    // In this turn all work is done.
    setImmediate(() => {
      this.#waitingSinceMs = undefined;
    });
    return false;
  }
}
