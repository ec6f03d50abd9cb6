// Evicts at intervals while a server runs. Every process does so at random times; a round with nothing to do
// costs two small reads.
import type { BlobInventory } from '@prime-registry/blobs';
import { mirrorActs } from '../mirror-acts.ts';
import { type EvictDeps, evict } from './evict.ts';
import { isLimited, type Victim } from './plan-eviction.ts';

export interface EvictionRoundsDeps extends Omit<EvictDeps, 'inventory' | 'actOf' | 'signal'> {
  /** Opens the blob inventory during the work. */
  readonly withInventory: (work: (inventory: BlobInventory) => Promise<void>) => Promise<void>;
  readonly onEvicted: (victim: Victim) => void;
  /** Called when a round has failed; the next one comes anyway. */
  readonly onFailure: (error: unknown) => void;
}

/** The approximate time from the start to the first round, and between rounds. */
const FIRST_AFTER_MS = 4000;
const EVERY_MS = 60_000;
const HURRIED_AFTER_MS = 1000;

export class EvictionRounds {
  readonly #deps: EvictionRoundsDeps;
  readonly #stopping = new AbortController();
  readonly #left = new Set<string>();
  #isHurried = false;
  #isRunning = false;
  #timer: NodeJS.Timeout | undefined;
  #running = Promise.resolve();

  constructor(deps: EvictionRoundsDeps) {
    this.#deps = deps;
  }

  /** Starts the rounds if there is a limit. Call it once. */
  start(): void {
    if (isLimited(this.#deps.limits)) this.#runAfter(FIRST_AFTER_MS);
  }

  /** Starts a round soon: something must be evicted before more can be stored. */
  hurry(): void {
    if (this.#isHurried || this.#isRunning || this.#stopping.signal.aborted) return;
    this.#isHurried = true;
    clearTimeout(this.#timer);
    this.#runAfter(HURRIED_AFTER_MS);
  }

  /** Stops a round at its next step; resolves when none is running. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** With jitter, so that several processes do not evict at the same time. */
  #runAfter(waitMs: number): void {
    this.#timer = setTimeout(
      () => {
        this.#running = this.#run();
      },
      waitMs * (0.75 + Math.random() / 2),
    ).unref();
  }

  async #run(): Promise<void> {
    const { withInventory, onEvicted, onFailure, ...deps } = this.#deps;
    const { signal } = this.#stopping;
    this.#isHurried = false;
    this.#isRunning = true;
    try {
      await withInventory(async (inventory) => {
        const actOf = ({ origin }: Victim) => mirrorActs('evict', deps.now(), origin);
        for await (const victim of evict({ ...deps, inventory, actOf, signal }, this.#left))
          onEvicted(victim);
      });
    } catch (error) {
      if (!signal.aborted) onFailure(error);
    }
    this.#isRunning = false;
    if (!signal.aborted) this.#runAfter(EVERY_MS);
  }
}
