// Finishes removals in the background of a server: soon after each removal, at the start, and again while something
// fails, such as the removal of a tarball whose folder is away. A killed process leaves its removals to the others.
import type { LifecycleStore } from '@prime-registry/store';
import { type FinishDeps, finishRemovals } from './finish-removals.ts';

/** How long removals are gathered: erasing words costs the same for one and for many. */
const GATHER_MS = 1000;
/** Doubles with each failure, up to {@link CHECK_MS}. */
const RETRY_MS = 2500;
/** For what other processes have left. */
const CHECK_MS = 60_000;

export interface FinisherDeps extends FinishDeps {
  /** Called when something fails, once until it succeeds: it is tried again. */
  readonly onFailure: (error: unknown) => void;
}

export class RemovalFinisher {
  readonly #deps: FinisherDeps;
  readonly #end = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #dueAtMs = Number.POSITIVE_INFINITY;
  #running: Promise<void> = Promise.resolve();
  #failures = 0;

  constructor(deps: FinisherDeps) {
    this.#deps = deps;
  }

  /** The store, except that the finisher notices each removal. */
  watch<S extends LifecycleStore>(store: S): S {
    const removeVersion: LifecycleStore['removeVersion'] = async (removal) => {
      const tombstone = await store.removeVersion(removal);
      if (tombstone !== undefined) this.#schedule(GATHER_MS);
      return tombstone;
    };
    return { ...store, removeVersion };
  }

  /** Begins with what was left before. */
  start(): void {
    this.#schedule(0);
  }

  /** Stops, and waits for the step under way. */
  async close(): Promise<void> {
    this.#end.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  #schedule(inMs: number): void {
    const dueAtMs = performance.now() + inMs;
    if (this.#end.signal.aborted || dueAtMs >= this.#dueAtMs) return;
    clearTimeout(this.#timer);
    this.#dueAtMs = dueAtMs;
    this.#timer = setTimeout(() => {
      this.#dueAtMs = Number.POSITIVE_INFINITY;
      this.#running = this.#running.then(() => this.#run());
    }, inMs).unref();
  }

  async #run(): Promise<void> {
    const { signal } = this.#end;
    if (signal.aborted) return;
    try {
      await finishRemovals(this.#deps, signal);
      this.#failures = 0;
      this.#schedule(CHECK_MS);
    } catch (error) {
      if (signal.aborted) return;
      if (this.#failures === 0) this.#deps.onFailure(error);
      this.#failures += 1;
      this.#schedule(Math.min(CHECK_MS, RETRY_MS * 2 ** this.#failures));
    }
  }
}
