// Connections of networks that send what is expensive to parse. Node.js parses all that a connection has sent, up to
// 64 KiB, in one go, which can take over ten milliseconds: a hundred connections at once would delay all others for
// seconds. All other networks are read as they send.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Arrivals } from './arrivals.ts';
import { peerOf } from './client-address.ts';
import { networkOf } from './ip-address.ts';
import { stopReading } from './node-internals.ts';
import { SuspectReads } from './suspect-reads.ts';

/** How long a network takes turns after an expensive read. */
const SUSPECT_MS = 60_000;
const MAX_SUSPECTS = 10_000;

export class ReadTurns {
  readonly #arrivals: Arrivals;
  readonly #open = new Set<Socket>();
  readonly #suspects = new Map<string, SuspectReads>();
  #timer: NodeJS.Timeout | undefined;
  #isTurnNext = false;

  constructor(arrivals: Arrivals) {
    this.#arrivals = arrivals;
  }

  /** Watches the connections of a server from now on. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      this.#open.add(socket);
      socket.once('close', () => this.#open.delete(socket));
      if (this.isSuspect(socket)) this.wait(socket, () => socket.resume());
    });
  }

  /**
   * Notes that a read of a connection is expensive. Its network takes turns from now on: what its other connections
   * have sent is not even parsed in this turn of the event loop.
   */
  suspect(socket: Socket): void {
    const key = keyOf(socket);
    const untilMs = performance.now() + SUSPECT_MS;
    const known = this.#suspects.get(key);
    if (known !== undefined) known.untilMs = untilMs;
    else if (this.#suspects.size < MAX_SUSPECTS) {
      this.#suspects.set(key, new SuspectReads(untilMs));
      for (const other of this.#open) {
        const isOther = other !== socket && keyOf(other) === key;
        if (isOther && !other.isPaused()) this.wait(other, () => other.resume());
      }
    }
  }

  /** Whether connections of its network must wait before they read. */
  isSuspect(socket: Socket): boolean {
    return this.#suspects.size > 0 && this.#suspects.has(keyOf(socket));
  }

  /** Pauses a connection of a suspect network until its turn. @param resume - lets it read; called now for others */
  wait(socket: Socket, resume: () => void): void {
    const suspect = this.#suspects.size === 0 ? undefined : this.#suspects.get(keyOf(socket));
    if (suspect === undefined) {
      resume();
      return;
    }
    stopReading(socket);
    suspect.add(socket, resume);
    this.#schedule(0);
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
    const nowMs = performance.now();
    const mustWait = this.#arrivals.mustWait();
    let delayMs = SUSPECT_MS;
    for (const [key, suspect] of this.#suspects) {
      const isOver = nowMs >= suspect.untilMs;
      if (isOver) {
        this.#suspects.delete(key);
        suspect.release();
      } else delayMs = Math.min(delayMs, suspect.turn(nowMs, mustWait));
    }
    if (this.#suspects.size > 0) this.#schedule(delayMs);
  };
}

function keyOf(socket: Socket): string {
  return networkOf(peerOf(socket));
}
