// Paces connections that send a body in tiny chunks. Node.js makes an object of each chunk, some ten milliseconds
// of work in one read: such connections are read one at a time, with pauses in proportion to that work.
import type { Socket } from 'node:net';
import { FairQueue } from '@prime-registry/concurrency';
import { peerOf } from './client-address.ts';
import { networkOf } from './ip-address.ts';
import { stopReading } from './node-internals.ts';

/** Shortest pause after each read. One read takes at most 64 KiB. */
const MIN_PAUSE_MS = 50;
/** The pause as a multiple of the turn of the event loop with the read: reads take a tenth of the time at most. */
const PAUSE_PER_TURN = 9;

export class ChunkLane {
  readonly #waiting = new FairQueue<() => void>();
  #isPausing = false;

  /** Pauses a connection until its turn, in which client networks alternate. @param resume - lets it read */
  wait(socket: Socket, resume: () => void): void {
    stopReading(socket);
    this.#waiting.add(networkOf(peerOf(socket)), () => {
      if (!socket.destroyed) resume();
    });
    if (!this.#isPausing) this.#readNext();
  }

  readonly #readNext = (): void => {
    const read = this.#waiting.take();
    this.#isPausing = read !== undefined;
    if (read === undefined) return;
    const startMs = performance.now();
    read();
    // At the second call, a whole turn of the event loop has passed, in which the connection was read.
    setImmediate(() => {
      setImmediate(() => {
        const turnMs = performance.now() - startMs;
        setTimeout(this.#readNext, Math.max(MIN_PAUSE_MS, PAUSE_PER_TURN * turnMs)).unref();
      });
    });
  };
}
