// Reads from connections in turns. Node.js parses all that a connection has sent, up to 64 KiB, in one go, which
// can take over ten milliseconds: hundreds of connections in one turn of the event loop would delay all others.
import type { Socket } from 'node:net';
import type { Arrivals } from './arrivals.ts';
import { peerOf } from './client-address.ts';
import { networkOf } from './ip-address.ts';
import { NetworkReads } from './network-reads.ts';
import { stopReading } from './node-internals.ts';

/** How long a network counts as suspect. */
const SUSPECT_MS = 60_000;

/** Lets connections read: those of one client network a few at a time, until each has sent something. */
export class ReadTurns {
  readonly #arrivals: Arrivals;
  readonly #networks = new Map<string, NetworkReads>();
  readonly #suspects = new Map<string, NodeJS.Timeout>();
  #timer: NodeJS.Timeout | undefined;
  #isTurnNext = false;

  constructor(arrivals: Arrivals) {
    this.#arrivals = arrivals;
  }

  /** Pauses a connection until its turn. @param resume - lets it read */
  wait(socket: Socket, resume: () => void): void {
    stopReading(socket);
    const key = keyOf(socket);
    const network = this.#networks.get(key) ?? new NetworkReads();
    this.#networks.set(key, network);
    network.add(socket, resume);
    this.#schedule(0);
  }

  /** Notes that a connection sent what takes long to parse: its network must wait before every request. */
  suspect(socket: Socket): void {
    const key = keyOf(socket);
    clearTimeout(this.#suspects.get(key));
    this.#suspects.set(key, setTimeout(() => this.#suspects.delete(key), SUSPECT_MS).unref());
  }

  isSuspect(socket: Socket): boolean {
    return this.#suspects.size > 0 && this.#suspects.has(keyOf(socket));
  }

  #schedule(delayMs: number): void {
    if (this.#isTurnNext) return;
    clearTimeout(this.#timer);
    this.#isTurnNext = delayMs === 0;
    if (this.#isTurnNext) setImmediate(this.#turn);
    else this.#timer = setTimeout(this.#turn, delayMs).unref();
  }

  readonly #turn = (): void => {
    this.#isTurnNext = false;
    if (this.#arrivals.mustWait()) {
      this.#schedule(0);
      return;
    }
    const nowMs = performance.now();
    let delayMs = Number.POSITIVE_INFINITY;
    for (const [key, network] of this.#networks) {
      const nextMs = network.turn(nowMs);
      if (nextMs === undefined) this.#networks.delete(key);
      else delayMs = Math.min(delayMs, nextMs);
    }
    if (this.#networks.size > 0) this.#schedule(delayMs);
  };
}

function keyOf(socket: Socket): string {
  return networkOf(peerOf(socket));
}
