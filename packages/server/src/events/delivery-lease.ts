// The right to deliver: of several processes on the same data, one does, so that messages keep their order.
import { randomUUID } from 'node:crypto';
import type { LeaseStore } from '@prime-registry/store';
import { ATTEMPT_MS } from './attempt.ts';

/** What the lease works with. */
export interface DeliveryLeaseDeps {
  readonly store: LeaseStore;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** How long a process that has died keeps the others from delivering, at most. */
const LEASE_MS = 30_000;
/** Every commit makes cached responses stale, so renewals are rare. */
const RENEW_AFTER_MS = 5000;
/** An attempt ends, and its outcome is recorded, before another process may begin. */
const NEEDED_MS = ATTEMPT_MS + 3000;

/** The lease of one process. */
export class DeliveryLease {
  readonly #deps: DeliveryLeaseDeps;
  readonly #holder = randomUUID();
  #untilMs = 0;
  /** The renewal under way, which all deliveries share. */
  #asking: Promise<boolean> | undefined;

  constructor(deps: DeliveryLeaseDeps) {
    this.#deps = deps;
  }

  /** Takes the lease, or renews it. @returns whether there is enough of it for an attempt */
  async hold(): Promise<boolean> {
    if (this.#untilMs - this.#deps.now() > LEASE_MS - RENEW_AFTER_MS) return true;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #ask(): Promise<boolean> {
    const { store, now } = this.#deps;
    const nowMs = now();
    const untilMs = nowMs + LEASE_MS;
    const isHeld = await store.tryLease({ name: 'webhooks', holder: this.#holder, nowMs, untilMs });
    this.#untilMs = isHeld ? untilMs : 0;
    // The process may have been paused meanwhile.
    return isHeld && untilMs - now() > NEEDED_MS;
  }

  /** Gives it back, so that another process can deliver at once. */
  async end(): Promise<void> {
    if (this.#untilMs === 0) return;
    this.#untilMs = 0;
    await this.#deps.store.endLease('webhooks', this.#holder);
  }
}
