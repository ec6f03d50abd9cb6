// The right to follow the feed of an upstream: of several processes on the same data, one does.
import { randomUUID } from 'node:crypto';
import type { LeaseStore } from '@prime-registry/store';

/** What a lease works with. */
export interface FeedLeaseDeps {
  readonly store: LeaseStore;
  readonly now: () => number;
}

/** How long a process that has died keeps the others from following, at most. */
const LEASE_MS = 60_000;

/** The lease of one process for one upstream. */
export class FeedLease {
  readonly #deps: FeedLeaseDeps;
  readonly #name: string;
  readonly #holder = randomUUID();
  #untilMs = 0;

  constructor(deps: FeedLeaseDeps, url: string) {
    this.#deps = deps;
    this.#name = `feed ${url}`;
  }

  /**
   * Takes the lease, or renews it once a third of its time has passed: every commit makes cached responses stale.
   * @returns whether this process has it
   */
  async hold(): Promise<boolean> {
    const { store, now } = this.#deps;
    const nowMs = now();
    if (nowMs < this.#untilMs - (2 * LEASE_MS) / 3) return true;
    const untilMs = nowMs + LEASE_MS;
    const isHeld = await store.tryLease({ name: this.#name, holder: this.#holder, nowMs, untilMs });
    this.#untilMs = isHeld ? untilMs : 0;
    return isHeld;
  }

  /** Gives it back, so that another process can follow at once. */
  async end(): Promise<void> {
    if (this.#untilMs === 0) return;
    this.#untilMs = 0;
    await this.#deps.store.endLease(this.#name, this.#holder);
  }
}
