// A progress line on a terminal: each text overwrites the one before.

/** Shortest time between two writes, in milliseconds: terminals are slow. */
const INTERVAL_MS = 50;
const CLEAR_LINE = '\r\u001b[2K';

/** Where the line is shown; nothing is written to a stream that is no terminal. */
export interface StatusStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** One line that overwrites itself. */
export class StatusLine {
  readonly #stream: StatusStream;
  #shownAtMs = Number.NEGATIVE_INFINITY;

  constructor(stream: StatusStream) {
    this.#stream = stream;
  }

  /**
   * Shows a text, cut to the width of the terminal. A text that follows another one within 50 ms is dropped.
   */
  show(text: string): void {
    const nowMs = performance.now();
    if (this.#stream.isTTY !== true || nowMs - this.#shownAtMs < INTERVAL_MS) return;
    this.#shownAtMs = nowMs;
    // A line that wraps could not be overwritten. A terminal that does not know its width reports 0.
    this.#stream.write(`${CLEAR_LINE}${text.slice(0, (this.#stream.columns || 80) - 1)}`);
  }

  /** How long ago the last text was shown, in milliseconds. */
  get quietForMs(): number {
    return performance.now() - this.#shownAtMs;
  }

  /** Removes the line, before other output. */
  clear(): void {
    if (Number.isFinite(this.#shownAtMs)) this.#stream.write(CLEAR_LINE);
    this.#shownAtMs = Number.NEGATIVE_INFINITY;
  }
}
