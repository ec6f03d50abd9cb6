// Reads from connections in turns. Node.js parses all that a connection has sent, up to 64 KiB, in one go, which
// can take over ten milliseconds: hundreds of connections in one turn of the event loop would delay all others.
import type { Socket } from 'node:net';
import { peerOf } from './client-address.ts';
import { networkOf } from './ip-address.ts';
import { stopReading } from './node-internals.ts';

/** Reads of one client network in a turn of the event loop. */
const MAX_PER_TURN = 4;
/** A network with a larger read in one turn has a single one in the next. */
const LARGE_BYTES = 16 * 1024;

/**
 * How long no connection is read while new ones arrive. Node.js accepts one in each turn of the event loop: the
 * connections of others would wait in the queue of the system.
 */
const MAX_ACCEPTING_MS = 20;

/** Lets connections read. Each client network has the same number of reads in a turn. */
export class ReadTurns {
  readonly #networks = new Map<string, Network>();
  #isTurning = false;
  #hasArrivals = false;
  #readMs = 0;

  /** Pauses a new connection until its turn. */
  begin(socket: Socket): void {
    this.#hasArrivals = true;
    this.wait(socket, () => socket.resume());
  }

  /** Pauses a connection until its turn. @param resume - lets it read */
  wait(socket: Socket, resume: () => void): void {
    stopReading(socket);
    const key = networkOf(peerOf(socket));
    const network = this.#networks.get(key) ?? { waiting: [], reading: [] };
    this.#networks.set(key, network);
    network.waiting.push({ socket, resume, bytesBefore: socket.bytesRead });
    if (this.#isTurning) return;
    this.#isTurning = true;
    setImmediate(this.#turn);
  }

  readonly #turn = (): void => {
    if (this.#hasArrivals && performance.now() - this.#readMs < MAX_ACCEPTING_MS) {
      this.#hasArrivals = false;
      setImmediate(this.#turn);
      return;
    }
    for (const [key, network] of this.#networks) {
      if (network.waiting.length === 0 && network.reading.length === 0) this.#networks.delete(key);
      else startReads(network);
    }
    this.#readMs = performance.now();
    this.#isTurning = this.#networks.size > 0;
    if (this.#isTurning) setImmediate(this.#turn);
  };
}

interface Read {
  readonly socket: Socket;
  readonly resume: () => void;
  readonly bytesBefore: number;
}

interface Network {
  readonly waiting: Read[];
  /** In this turn. */
  reading: readonly Read[];
}

function startReads(network: Network): void {
  const hadLarge = network.reading.some(
    ({ socket, bytesBefore }) => socket.bytesRead - bytesBefore >= LARGE_BYTES,
  );
  network.reading = network.waiting.splice(0, hadLarge ? 1 : MAX_PER_TURN);
  for (const { socket, resume } of network.reading) {
    if (!socket.destroyed) resume();
  }
}
