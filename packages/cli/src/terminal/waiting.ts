// Says what a command waits for, after a second, on the status line of a terminal: without a message, a user does not know
// whether to wait.
import type { StatusLine } from '@prime-registry/command-line';

const SECOND_MS = 1000;
/** A progress bar that moves says enough. A little less than a second, as timers are inexact. */
const QUIET_MS = 900;

/** The requests that a command waits for. Of several, the line names the one that was first. */
export class Waiting {
  readonly #line: StatusLine;
  readonly #subjects = new Set<symbol>();
  #isShown = false;

  constructor(line: StatusLine) {
    this.#line = line;
  }

  /** Begins to wait. @param subject - printable words behind `Waiting for` @returns a function that ends the wait */
  begin(subject: string): () => void {
    const key = Symbol(subject);
    let seconds = 0;
    const tick = (): void => {
      seconds += 1;
      const [first] = this.#subjects;
      if (first !== key || this.#line.quietForMs < QUIET_MS) return;
      this.#isShown = true;
      this.#line.show(`Waiting for ${subject}, ${seconds} s`);
    };
    this.#subjects.add(key);
    const timer = setInterval(tick, SECOND_MS).unref();
    return () => {
      clearInterval(timer);
      this.#subjects.delete(key);
      if (this.#subjects.size > 0 || !this.#isShown) return;
      this.#isShown = false;
      this.#line.clear();
    };
  }
}
