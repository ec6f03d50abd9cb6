// Paces connections that send a body in tiny chunks. Node.js makes an object of each chunk, some ten milliseconds
// of work in one read: such connections are read one at a time, with pauses.
import type { Socket } from 'node:net';
import { FairQueue } from '@prime-registry/concurrency';
import { peerOf } from './client-address.ts';
import { networkOf } from './ip-address.ts';
import { stopReading } from './node-internals.ts';

/** Pause after each read. One read takes at most 64 KiB. */
const PAUSE_MS = 50;

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
    setTimeout(this.#readNext, PAUSE_MS).unref();
    read();
  };
}
