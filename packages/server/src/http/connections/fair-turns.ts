// Does work for clients in turns, so that the work for one client does not delay that for all others: when the work in
// one turn of the event loop has taken long, the rest waits for the next turns, in which client networks alternate.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { FairQueue } from '@prime-registry/concurrency';
import type { Arrivals } from './arrivals.ts';
import { peerOf } from './client-address.ts';
import { networkOf } from './ip-address.ts';
import { takeOverRequests } from './node-internals.ts';

/** How long the work of one turn of the event loop may take before further work waits. */
const TURN_MS = 10;

/** Starts the requests of a server in turns. */
export function startInTurns(server: Server, turns: FairTurns): void {
  const handle = takeOverRequests(server);
  server.on('request', (request, response) => {
    turns.run(request.socket, () => {
      // Nobody waits for the answer any more, and nobody would notice its end.
      if (!response.destroyed) handle(request, response);
    });
  });
}

export class FairTurns {
  readonly #arrivals: Arrivals;
  readonly #waiting = new FairQueue<() => void>();
  #turnBeganMs: number | undefined;

  constructor(arrivals: Arrivals) {
    this.#arrivals = arrivals;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Does the work for the client of a connection now or in a later turn.
   * @param kind - the requests of a client do not wait behind the further chunks of all its downloads
   */
  run(socket: Socket, work: () => void, kind: 'request' | 'chunk' = 'request'): void {
    if (this.#turnBeganMs === undefined && this.#waiting.size === 0) {
      this.#beginTurn();
      work();
      return;
    }
    const network = networkOf(peerOf(socket));
    this.#waiting.add(kind === 'chunk' ? `${network} chunks` : network, work);
    setImmediate(this.#next);
  }

  /** Runs once for each waiting work. Node.js runs the promises of a work before the next call. */
  readonly #next = (): void => {
    const isTime = !this.#arrivals.mustWait() && performance.now() - this.#beginTurn() < TURN_MS;
    if (isTime) this.#waiting.take()?.();
    else setImmediate(this.#next);
  };

  /** @returns when the turn began */
  #beginTurn(): number {
    if (this.#turnBeganMs === undefined) {
      this.#turnBeganMs = performance.now();
      setImmediate(() => {
        this.#turnBeganMs = undefined;
      });
    }
    return this.#turnBeganMs;
  }
}
