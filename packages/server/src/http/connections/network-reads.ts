// The connections of one client network that wait to read, and those that may read at the moment.
import type { Socket } from 'node:net';
import { stopReading } from './node-internals.ts';

/** Connections that may read and have sent nothing yet: all of them could send in the next turn. */
const MAX_READING = 8;
/** Connections that one turn of the event loop starts. */
const MAX_PER_TURN = 2;
/** After a read of this size, the next turn starts a single one. */
const LARGE_BYTES = 16 * 1024;
/** How long a connection may send nothing while others wait. */
const MAX_SILENCE_MS = 5;
/** How often connections that are silent are looked at when none waits. */
const CHECK_MS = 1000;

interface Read {
  readonly socket: Socket;
  readonly resume: () => void;
  readonly bytesBefore: number;
  sinceMs: number;
}

export class NetworkReads {
  /** Their first turn comes before the next one of silent ones. */
  readonly #fresh: Read[] = [];
  readonly #silent: Read[] = [];
  #reading: Read[] = [];

  /** Adds a connection that is paused. @param resume - lets it read */
  add(socket: Socket, resume: () => void): void {
    this.#fresh.push({ socket, resume, bytesBefore: socket.bytesRead, sinceMs: 0 });
  }

  /** Lets the next ones read. @returns in how many milliseconds the next turn is due; undefined if all have sent */
  turn(nowMs: number): number | undefined {
    const most = this.#reading.some((read) => sentBytes(read) >= LARGE_BYTES) ? 1 : MAX_PER_TURN;
    const silent = this.#reading.filter(isSilent);
    this.#reading = this.#isWaiting ? silent.filter((read) => !this.#pauseIfLong(read, nowMs)) : silent;
    let started = 0;
    while (this.#isWaiting && started < most && this.#reading.length < MAX_READING) {
      const read = this.#fresh.shift() ?? this.#silent.shift();
      if (read === undefined || read.socket.destroyed) continue;
      started += 1;
      read.sinceMs = nowMs;
      this.#reading.push(read);
      read.resume();
    }
    if (this.#isWaiting) return this.#reading.length < MAX_READING ? 0 : MAX_SILENCE_MS;
    return this.#reading.length > 0 ? CHECK_MS : undefined;
  }

  get #isWaiting(): boolean {
    return this.#fresh.length > 0 || this.#silent.length > 0;
  }

  /** @returns whether the connection was paused again */
  #pauseIfLong(read: Read, nowMs: number): boolean {
    if (nowMs - read.sinceMs < MAX_SILENCE_MS) return false;
    stopReading(read.socket);
    this.#silent.push(read);
    return true;
  }
}

function sentBytes({ socket, bytesBefore }: Read): number {
  return socket.bytesRead - bytesBefore;
}

function isSilent(read: Read): boolean {
  return !read.socket.destroyed && sentBytes(read) === 0;
}
