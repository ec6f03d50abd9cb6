// Background work of one process among several on the same data: it looks again whenever the data has changed, or
// something is due.

/** The work, and when to look for it. */
export interface ChangeWatchOptions {
  /** A number that every commit of any process changes. */
  readonly changeStamp: () => number | Promise<number>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Does what there is to do. @returns when to look again although nothing has changed; 0 for the next turn */
  readonly look: () => Promise<number>;
  /** The time between two turns, in milliseconds. */
  readonly everyMs: () => number;
  /** The same while something fails. */
  readonly failedEveryMs: number;
  /** Called when something fails, once until a turn succeeds: it is tried again. */
  readonly onFailure: (error: unknown) => void;
}

/** Turns, one after the other. In each, the stamp is read, and the work done if there may be some. */
export class ChangeWatch {
  readonly #options: ChangeWatchOptions;
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<void> = Promise.resolve();
  #isClosed = false;
  #isFailing = false;
  #stamp: number | undefined;
  #dueAtMs = 0;

  constructor(options: ChangeWatchOptions) {
    this.#options = options;
  }

  /** Whether it was closed: work under way should end. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Begins with a first turn. Call it once. */
  start(): void {
    this.#after(0);
  }

  /** Begins no further turn, and waits for the one under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#turn;
  }

  /** Takes note of a failure of what a turn has begun. */
  fail(error: unknown): void {
    if (!this.#isFailing && !this.#isClosed) this.#options.onFailure(error);
    this.#isFailing = true;
  }

  #after(waitMs: number): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#turn = this.#takeTurn();
    }, waitMs).unref();
  }

  async #takeTurn(): Promise<void> {
    const { changeStamp, now, look, everyMs, failedEveryMs } = this.#options;
    try {
      // Before the work: the next turn sees commits that happen during the work.
      const stamp = await changeStamp();
      if (stamp !== this.#stamp || now() >= this.#dueAtMs) this.#dueAtMs = await look();
      this.#stamp = stamp;
      this.#isFailing = false;
    } catch (error) {
      this.#stamp = undefined;
      this.fail(error);
    }
    this.#after(this.#isFailing ? failedEveryMs : everyMs());
  }
}
