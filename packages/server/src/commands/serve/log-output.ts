// The output of the log: standard error. Lines of requests are gathered, because a system call for each of them would
// cost as much as a hot read. A reader that is slow, stuck or gone, and a full disk, never delay a request.

/** Gathered lines are written when they have this many characters. */
const MAX_HELD = 16 * 1024;
/**
 * The same if other processes write to the same pipe, which takes so much in one piece (`PIPE_BUF`, pipe(7)): their lines
 * do not get mixed up.
 */
const MAX_HELD_BESIDE_OTHERS = 4096;
/** How long a line is gathered. */
const HOLD_MS = 100;
/** What may wait for the reader, in characters; further lines of requests are lost. */
const MAX_WAITING = 2 ** 20;
/** The same for all other lines. */
const MAX_WAITING_OF_OTHERS = 2 * MAX_WAITING;
/** How long the end of the process waits for the reader. */
const LAST_WAIT_MS = 1000;

/** The log levels of pino. */
const WARN = 40;

/** What lines are written to: standard error, which can be written to again after an error. */
export interface LogTarget {
  write(text: string, encoding: 'latin1' | 'utf8', done: (error?: Error | null) => void): unknown;
  on(event: 'error', listener: () => void): unknown;
}

/** The dependencies of an output. */
export interface LogOutputOptions {
  readonly stream: LogTarget;
  /** The number of this process, if others write to the same place; it is in each line. */
  readonly worker?: number;
}

/** Writes log lines to a stream that is a file, a pipe, a socket or a terminal. */
export class LogOutput {
  readonly #stream: LogTarget;
  readonly #prefix: string;
  readonly #maxHeld: number;
  readonly #flush = (): void => this.flush();
  #held = '';
  #heldLines = 0;
  #timer: NodeJS.Timeout | undefined;
  #waiting = 0;
  #lost = 0;

  constructor({ stream, worker }: LogOutputOptions) {
    this.#stream = stream;
    this.#prefix = worker === undefined ? '' : `{"worker":${worker},`;
    this.#maxHeld = worker === undefined ? MAX_HELD : MAX_HELD_BESIDE_OTHERS;
    // The callback of each write learns of the error as well.
    stream.on('error', () => undefined);
    // Also after an uncaught exception.
    process.once('exit', this.#flush);
  }

  /** Writes a line at once, after all lines before it. */
  write(line: string): void {
    this.flush();
    this.#send(this.#begin(line), 'utf8', 1, MAX_WAITING_OF_OTHERS);
  }

  /** Takes a line of ASCII characters, which is written a moment later. */
  writeSoon(line: string): void {
    const whole = this.#begin(line);
    if (this.#held.length + whole.length > this.#maxHeld) this.flush();
    this.#held += whole;
    this.#heldLines += 1;
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.flush();
    }, HOLD_MS).unref();
  }

  /** Writes what is gathered. */
  flush(): void {
    if (this.#held === '') return;
    const [held, lines] = [this.#held, this.#heldLines];
    this.#held = '';
    this.#heldLines = 0;
    this.#send(held, 'latin1', lines, MAX_WAITING);
  }

  /** Writes what is gathered, for a process that ends. A reader that takes nothing keeps it for a second at most. */
  end(): void {
    this.flush();
    clearTimeout(this.#timer);
    // Only a write that waits keeps a process without work alive, and so this timer in it.
    if (this.#waiting > 0) setTimeout(() => process.exit(), LAST_WAIT_MS).unref();
  }

  #begin(line: string): string {
    return this.#prefix === '' ? line : this.#prefix + line.slice(1);
  }

  #send(text: string, encoding: 'latin1' | 'utf8', lines: number, mostWaiting: number): void {
    if (this.#waiting > mostWaiting) {
      this.#lost += lines;
      return;
    }
    this.#waiting += text.length;
    this.#stream.write(text, encoding, (error) => {
      this.#waiting -= text.length;
      if (error) this.#lost += lines;
      else if (this.#lost > 0 && this.#waiting < MAX_WAITING / 2) this.#reportLost();
    });
  }

  #reportLost(): void {
    const fields = { level: WARN, time: Date.now(), lines: this.#lost };
    this.#lost = 0;
    const msg = 'lines of the log are lost: its reader was too slow, or its disk was full';
    this.write(`${JSON.stringify({ ...fields, msg })}\n`);
  }
}
