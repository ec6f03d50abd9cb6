// Deletes exchanged tokens some time after their end, and identity tokens a day after anybody would accept them. What they
// were is in the audit log.
import type { ExchangeStore } from '@prime-registry/store';

/** The shortest time between two deletions of a process. */
const PAUSE_MS = 60_000;
/** Until then, anyone who sends an expired token learns that it has expired. */
const KEEP_EXPIRED_MS = 3_600_000;
/** By a clock that is ahead, an identity token has ended that another process, or this one later, would accept again. */
const KEEP_USED_MS = 24 * 3_600_000;

export interface PrunerDeps {
  readonly store: Pick<ExchangeStore, 'pruneExchanges'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called when it fails: it is tried again. */
  readonly onFailure: (error: unknown) => void;
}

export class ExchangePruner {
  readonly #deps: PrunerDeps;
  #prunedAtMs = Number.NEGATIVE_INFINITY;
  #running: Promise<void> = Promise.resolve();

  constructor(deps: PrunerDeps) {
    this.#deps = deps;
  }

  /** Call it after each exchange: only they make something to delete. No exchange waits for it. */
  note(): void {
    const { store, now, onFailure } = this.#deps;
    const nowMs = now();
    if (Math.abs(nowMs - this.#prunedAtMs) < PAUSE_MS) return;
    this.#prunedAtMs = nowMs;
    this.#running = store.pruneExchanges(nowMs - KEEP_EXPIRED_MS, nowMs - KEEP_USED_MS).catch(onFailure);
  }

  /** Waits for what is running. */
  async close(): Promise<void> {
    await this.#running;
  }
}
