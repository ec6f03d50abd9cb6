// The connections of one suspect network: those that wait to read, and those whose turn it is.
import type { Socket } from 'node:net';
import { stopReading } from './node-internals.ts';

/** Connections that may read and have sent nothing yet: all of them could send in the next turn. */
const MAX_READING = 8;
/** A turn of the event loop starts one connection after a read of this size, and up to eight after small ones. */
const LARGE_BYTES = 1024;
const MAX_PER_TURN = 8;
/** Pause after a large read, as a multiple of the turn with it: reads take a quarter of the time at most. */
const PAUSE_PER_TURN = 3;
/** How long a connection may send nothing while others wait: longer and longer, as long as none sends anything. */
const MIN_SILENCE_MS = 5;
const MAX_SILENCE_MS = 40;

interface Read {
  readonly socket: Socket;
  readonly resume: () => void;
  readonly bytesBefore: number;
  sinceMs: number;
}

export class SuspectReads {
  /** Until when it is suspect, by performance.now(). */
  untilMs: number;
  readonly #waiting: Read[] = [];
  /** Had their turn and sent nothing; they alternate with the others. */
  readonly #silent: Read[] = [];
  #isTurnOfSilent = false;
  #reading: Read[] = [];
  #perTurn = 1;
  #silenceMs = MIN_SILENCE_MS;
  #turnMs = 0;
  #pauseUntilMs = 0;

  constructor(untilMs: number) {
    this.untilMs = untilMs;
  }

  /** Adds a connection that is paused. @param resume - lets it read */
  add(socket: Socket, resume: () => void): void {
    this.#waiting.push({ socket, resume, bytesBefore: socket.bytesRead, sinceMs: 0 });
  }

  /**
   * Lets the next connections read.
   * @param mustWait - whether new connections must be accepted first, before the next expensive read
   * @returns in how many milliseconds the next turn is due
   */
  turn(nowMs: number, mustWait: boolean): number {
    const open = this.#reading.filter(({ socket }) => !socket.destroyed);
    if (open.some((read) => sentBytes(read) >= LARGE_BYTES)) {
      this.#perTurn = 1;
      this.#pauseUntilMs = nowMs + PAUSE_PER_TURN * (nowMs - this.#turnMs);
    } else if (this.#reading.length > 0) this.#perTurn = Math.min(2 * this.#perTurn, MAX_PER_TURN);
    this.#turnMs = nowMs;
    const silent = open.filter((read) => sentBytes(read) === 0);
    if (silent.length < this.#reading.length) this.#silenceMs = MIN_SILENCE_MS;
    this.#reading = this.#isWaiting ? this.#pauseSilent(silent, nowMs) : silent;
    if (nowMs < this.#pauseUntilMs) return this.#pauseUntilMs - nowMs;
    if (mustWait && this.#perTurn === 1) return 0;
    for (let started = 0; started < this.#perTurn && this.#reading.length < MAX_READING; ) {
      const read = this.#takeNext();
      if (read === undefined) break;
      if (read.socket.destroyed) continue;
      started += 1;
      read.sinceMs = nowMs;
      this.#reading.push(read);
      read.resume();
    }
    if (!this.#isWaiting) return Math.max(this.untilMs - nowMs, 1);
    return this.#reading.length < MAX_READING ? 0 : this.#silenceMs;
  }

  /** Lets all connections read. */
  release(): void {
    for (const { socket, resume } of [...this.#waiting, ...this.#silent]) if (!socket.destroyed) resume();
  }

  get #isWaiting(): boolean {
    return this.#waiting.length > 0 || this.#silent.length > 0;
  }

  #takeNext(): Read | undefined {
    this.#isTurnOfSilent = !this.#isTurnOfSilent;
    if (this.#isTurnOfSilent) return this.#silent.shift() ?? this.#waiting.shift();
    return this.#waiting.shift() ?? this.#silent.shift();
  }

  /** @returns those that may go on */
  #pauseSilent(reads: readonly Read[], nowMs: number): Read[] {
    const isLong = ({ sinceMs }: Read): boolean => nowMs - sinceMs >= this.#silenceMs;
    const long = reads.filter(isLong);
    const rest = reads.filter((read) => !isLong(read));
    for (const read of long) {
      stopReading(read.socket);
      this.#silent.push(read);
    }
    if (long.length > 0) this.#silenceMs = Math.min(2 * this.#silenceMs, MAX_SILENCE_MS);
    return rest;
  }
}

function sentBytes({ socket, bytesBefore }: Read): number {
  return socket.bytesRead - bytesBefore;
}
