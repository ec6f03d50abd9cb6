// Waits for the log to grow, for many readers with one question to the store: whether anything was committed.
import { setTimeout as delay } from 'node:timers/promises';
import { RegistryError } from '@prime-registry/protocol';
import type { ChangeLog } from './change-place.ts';

export interface ChangeWatchDeps {
  readonly log: Pick<ChangeLog, 'readLogHead'>;
  /** A number that every commit of any process changes. @throws, or rejects, when the store cannot answer. */
  readonly changeStamp: () => number | Promise<number>;
}

export interface ChangeWait {
  /** Identifies the client, whose waits are limited. */
  readonly client: string;
  /** The wait ends when the log has another size. */
  readonly size: number;
  readonly waitMs: number;
  /** Ends the wait when the client has gone. */
  readonly signal: AbortSignal;
}

/** The polling interval of the store: the longest delay from a commit to its announcement. */
const LOOK_EVERY_MS = 250;
/** Readers who wait in one process. Each has a connection and some kilobytes. */
const MAX_WAITING = 512;
/** Readers of one client who wait, so that nobody takes the places of all others. */
const MAX_WAITING_PER_CLIENT = 32;

/** The readers who wait in one process. */
export class ChangeWatch {
  readonly #deps: ChangeWatchDeps;
  /** How to wake each reader. */
  readonly #waiting = new Map<ChangeWait, (hasChanged: boolean) => void>();
  readonly #waitingByClient = new Map<string, number>();
  #stamp: number | undefined;
  #isLooking = false;
  #isClosed = false;

  constructor(deps: ChangeWatchDeps) {
    this.#deps = deps;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Waits until the log has another size.
   * @returns false if the time is over, the signal is aborted, or the watch is closed
   * @throws RegistryError `overloaded` if too many wait
   */
  async wait(wait: ChangeWait): Promise<boolean> {
    const { client, waitMs, signal } = wait;
    if (this.#isClosed || signal.aborted) return false;
    const ofClient = this.#waitingByClient.get(client) ?? 0;
    if (this.#waiting.size >= MAX_WAITING || ofClient >= MAX_WAITING_PER_CLIENT) {
      throw new RegistryError('overloaded', {
        detail: 'Too many requests wait for changes at the moment; ask without wait, or later.',
      });
    }
    this.#waitingByClient.set(client, ofClient + 1);
    const waking = Promise.withResolvers<boolean>();
    const stop = (): void => waking.resolve(false);
    const timer = setTimeout(stop, waitMs);
    signal.addEventListener('abort', stop, { once: true });
    this.#waiting.set(wait, waking.resolve);
    // Its size may be from before the last look.
    this.#stamp = undefined;
    if (!this.#isLooking) void this.#look();
    const hasChanged = await waking.promise;
    clearTimeout(timer);
    this.#waiting.delete(wait);
    const left = (this.#waitingByClient.get(client) ?? 1) - 1;
    if (left === 0) this.#waitingByClient.delete(client);
    else this.#waitingByClient.set(client, left);
    return hasChanged;
  }

  /** Wakes everybody; nobody waits from now on. */
  close(): void {
    this.#isClosed = true;
    for (const wake of this.#waiting.values()) wake(false);
  }

  /** Looks until nobody waits. */
  async #look(): Promise<void> {
    this.#isLooking = true;
    while (this.#waiting.size > 0 && !this.#isClosed) {
      await delay(LOOK_EVERY_MS);
      // While the store cannot answer, those who wait learn nothing; the next request says what is wrong.
      await this.#wakeIfChanged().catch(() => undefined);
    }
    this.#isLooking = false;
  }

  async #wakeIfChanged(): Promise<void> {
    const stamp = await this.#deps.changeStamp();
    if (stamp === this.#stamp) return;
    this.#stamp = stamp;
    try {
      const { edge } = await this.#deps.log.readLogHead();
      for (const [{ size }, wake] of this.#waiting) if (size !== edge.size) wake(true);
    } catch (error) {
      this.#stamp = undefined;
      throw error;
    }
  }
}
