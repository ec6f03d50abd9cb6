// Read leases of this process: for a moment after a look at the store, answers about versions are sent without another look.
// No commit is hidden: changes of such answers wait until all leases have ended (decision 0093).
import { setTimeout as delay } from 'node:timers/promises';
import type { ReadLeaseStore } from '@prime-registry/store';

export interface ReadLeasesOptions {
  readonly store: Pick<ReadLeaseStore, 'registerReadLeases' | 'findLeasableStamp'>;
  /** How long a lease lasts, in milliseconds. */
  readonly leaseMs: number;
  /** How long after it an answer may still be sent by a proxy, in milliseconds. */
  readonly proxyMs: number;
  /** How long after the registration the first lease begins, in milliseconds. */
  readonly leasesAfterMs: number;
}

/** How long a registration lasts, and when it is renewed: a renewal is a commit, which makes cached answers stale. */
const REGISTERED_MS = 900_000;
const RENEWED_AFTER_MS = 300_000;
/** No lease begins in the last part of a registration: clocks differ, and a process may be stopped. */
const LAST_PART_MS = 120_000;
/** When to ask again after a failure, or while a change waits. */
const ASK_AGAIN_MS = 250;

const NONE: readonly string[] = [];

/** Two clocks: the first is not set, the second goes on while the machine sleeps. */
interface Moment {
  readonly steadyMs: number;
  readonly wallMs: number;
}

const nowOfBoth = (): Moment => ({ steadyMs: performance.now(), wallMs: Date.now() });

/** Time since a moment, by the clock that moved further. */
function since({ steadyMs, wallMs }: Moment): number {
  return Math.max(performance.now() - steadyMs, Date.now() - wallMs);
}

export class ReadLeases {
  readonly #options: ReadLeasesOptions;
  /** When the registration was last renewed. */
  #registered: Moment | undefined;
  /** When the first lease may begin, by performance.now(). */
  #firstMs = Number.POSITIVE_INFINITY;
  /** The change stamp at which no change waits. */
  #leasableStamp: number | undefined;
  /** A request of the store is under way, or was a moment ago. */
  #isAsking = false;

  constructor(options: ReadLeasesOptions) {
    this.#options = options;
  }

  /**
   * A lease for an answer that is valid at this stamp.
   * @param lookedAtMs - the time before the look at the store that returned the stamp, by performance.now()
   * @returns its end, by performance.now(); 0 if there is none
   */
  grant(stamp: number, lookedAtMs: number): number {
    const ageMs = this.#registered === undefined ? REGISTERED_MS : since(this.#registered);
    if (ageMs > REGISTERED_MS - LAST_PART_MS) this.#firstMs = Number.POSITIVE_INFINITY;
    if (ageMs > RENEWED_AFTER_MS) void this.#ask(() => this.#register());
    else if (stamp !== this.#leasableStamp) void this.#ask(() => this.#findLeasable());
    const isGranted = stamp === this.#leasableStamp && lookedAtMs >= this.#firstMs;
    return isGranted ? lookedAtMs + this.#options.leaseMs : 0;
  }

  /**
   * The headers that let nginx send an answer that has a lease: until the end of the next second, whatever other headers say
   * (nginx.org, ngx_http_proxy_module, proxy_cache_valid). Names and values in turn.
   */
  proxyHeaders(): readonly string[] {
    if (this.#options.proxyMs === 0) return NONE;
    return ['x-accel-expires', `@${Math.floor(Date.now() / 1000) + 1}`];
  }

  async #register(): Promise<boolean> {
    const { store, leaseMs, proxyMs, leasesAfterMs } = this.#options;
    const before = nowOfBoth();
    await store.registerReadLeases(leaseMs + proxyMs, REGISTERED_MS);
    this.#registered = before;
    this.#firstMs = Math.min(this.#firstMs, performance.now() + leasesAfterMs);
    return true;
  }

  async #findLeasable(): Promise<boolean> {
    this.#leasableStamp = await this.#options.store.findLeasableStamp();
    return this.#leasableStamp !== undefined;
  }

  /** Asks the store, unless that happens already. @param work - returns whether the next may follow at once */
  async #ask(work: () => Promise<boolean>): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const isAnswered = await work().catch(() => false);
    if (!isAnswered) await delay(ASK_AGAIN_MS, undefined, { ref: false });
    this.#isAsking = false;
  }
}
