// The kernel of the simulation: events in the order of their time, and processes as generators, which wait for steps.

/** What a process waits for: calls `resume` once, now or later. */
export type Step = (resume: () => void) => void;

/** A process: yields what it waits for. */
export type Process = Generator<Step, void, void>;

interface Event {
  readonly at: number;
  /** Events of the same time happen in the order in which they were made. */
  readonly order: number;
  readonly run: () => void;
}

/** A simulated clock, in seconds. */
export class Simulation {
  #now = 0;
  #order = 0;
  readonly #events: Event[] = [];

  get now(): number {
    return this.#now;
  }

  /** Runs something later. @param delay - in seconds, not negative */
  after(delay: number, run: () => void): void {
    this.#push({ at: this.#now + Math.max(0, delay), order: this.#order++, run });
  }

  /** A step that takes time and nothing else. */
  delay(seconds: number): Step {
    return (resume) => this.after(seconds, resume);
  }

  /** Starts a process. */
  spawn(process: Process): void {
    const next = (): void => {
      const { done, value } = process.next();
      if (done !== true) value(next);
    };
    next();
  }

  /** Lets the time pass until then; what is unfinished stays so. */
  runUntil(end: number): void {
    for (let [first] = this.#events; first !== undefined && first.at <= end; [first] = this.#events) {
      this.#pop();
      this.#now = first.at;
      first.run();
    }
    this.#now = end;
  }

  #push(event: Event): void {
    const heap = this.#events;
    let at = heap.length;
    heap.push(event);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !isBefore(event, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = event;
  }

  #pop(): void {
    const heap = this.#events;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      const [left, right] = [heap[child], heap[child + 1]];
      if (left === undefined) break;
      if (right !== undefined && isBefore(right, left)) child += 1;
      const least = heap[child];
      if (least === undefined || !isBefore(least, last)) break;
      heap[at] = least;
      at = child;
    }
    heap[at] = last;
  }
}

function isBefore(a: Event, b: Event): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
