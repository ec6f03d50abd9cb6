// A deadline for one question: all requests, retries and pauses together.

/** The end of a wait; several requests may share it. */
export class Deadline {
  /** The whole wait, in milliseconds. */
  readonly totalMs: number;
  readonly #endMs: number;

  /** The wait begins now. */
  constructor(totalMs: number) {
    this.totalMs = totalMs;
    this.#endMs = performance.now() + totalMs;
  }

  /** What is left of it, in milliseconds; 0 when it is over. */
  get leftMs(): number {
    return Math.max(0, this.#endMs - performance.now());
  }
}
