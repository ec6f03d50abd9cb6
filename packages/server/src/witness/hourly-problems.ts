// Which problems of witnesses are worth a line in the log: most are configuration, and stay until an operator acts.

const HOUR_MS = 3_600_000;

/** The problems of all witnesses of one process. */
export class HourlyProblems {
  readonly #now: () => number;
  readonly #known = new Map<string, { readonly problem: string; readonly toldAtMs: number }>();

  /** @param now - milliseconds since the epoch */
  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Notes what came of asking a witness.
   * @param problem - undefined if there is none
   * @returns `problem` if it should be logged: it is new, or was logged an hour ago; `over` if there is none any more
   */
  note(name: string, problem: string | undefined): 'problem' | 'over' | undefined {
    const known = this.#known.get(name);
    if (problem === undefined) return this.#known.delete(name) ? 'over' : undefined;
    const nowMs = this.#now();
    if (known?.problem === problem && nowMs - known.toldAtMs < HOUR_MS) return undefined;
    this.#known.set(name, { problem, toldAtMs: nowMs });
    return 'problem';
  }
}
