// The right of one process among several on the same data to do something, for a time that it renews.

/** Where all processes see who has a lease. */
export interface LeaseTable {
  /** Takes or renews a lease unless another holder has it. @returns whether the holder has it now */
  tryLease(request: {
    readonly name: string;
    readonly holder: string;
    /** Both in milliseconds since the epoch. */
    readonly nowMs: number;
    readonly untilMs: number;
  }): Promise<boolean>;
  /** Gives a lease back; nothing happens if another holder has it. */
  endLease(name: string, holder: string): Promise<void>;
}

/** What a lease is for, and how long it lasts. */
export interface LeaseOptions {
  readonly store: LeaseTable;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly name: string;
  /** How long a process that has died keeps the others from it, at most, in milliseconds. */
  readonly leaseMs: number;
  /** A lease is renewed once this much of it has passed: a renewal is a commit, which makes cached responses stale. */
  readonly renewAfterMs: number;
  /** What has to be left of the lease for it to count as held, such as the time of one attempt; 0 by default. */
  readonly neededMs?: number;
}

export class Lease {
  readonly #options: LeaseOptions;
  readonly #holder = crypto.randomUUID();
  #untilMs = 0;
  /** The renewal under way, which all callers share. */
  #asking: Promise<boolean> | undefined;

  constructor(options: LeaseOptions) {
    this.#options = options;
  }

  /** Takes the lease, or renews it. @returns whether this process has it, and enough of it. @throws errors of the store */
  async hold(): Promise<boolean> {
    const { now, leaseMs, renewAfterMs } = this.#options;
    if (this.#untilMs - now() > leaseMs - renewAfterMs) return true;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  /** Gives it back, so that another process can begin at once. */
  async end(): Promise<void> {
    if (this.#untilMs === 0) return;
    this.#untilMs = 0;
    const { store, name } = this.#options;
    await store.endLease(name, this.#holder);
  }

  async #ask(): Promise<boolean> {
    const { store, now, name, leaseMs, neededMs = 0 } = this.#options;
    const nowMs = now();
    const untilMs = nowMs + leaseMs;
    const isHeld = await store.tryLease({ name, holder: this.#holder, nowMs, untilMs });
    this.#untilMs = isHeld ? untilMs : 0;
    // The process may have been paused during the request.
    return isHeld && untilMs - now() > neededMs;
  }
}

/** How long a process that has died keeps the others waiting, in milliseconds. */
const SHORT_LEASE_MS = 10_000;
const ASK_EVERY_MS = 50;

/**
 * Does some short work while no other process does work of this name; waits for its turn.
 * @throws errors of the table and of the work
 */
export async function withLease<T>(table: LeaseTable, name: string, work: () => Promise<T>): Promise<T> {
  const lease = { name, holder: crypto.randomUUID() };
  const take = (): Promise<boolean> =>
    table.tryLease({ ...lease, nowMs: Date.now(), untilMs: Date.now() + SHORT_LEASE_MS });
  while (!(await take())) await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  try {
    return await work();
  } finally {
    await table.endLease(lease.name, lease.holder);
  }
}
