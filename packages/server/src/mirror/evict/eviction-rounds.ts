// Evicts now and then for as long as a server runs. Every process does so, at moments of its own: most of the time it costs each two
// small reads to see that there is nothing to do.
import type { BlobInventory } from '@prime-registry/blobs';
import { mirrorActs } from '../mirror-acts.ts';
import { type EvictDeps, type Eviction, evict } from './evict.ts';
import { isLimited, type Victim } from './plan-eviction.ts';

/** What the rounds work with. */
export interface EvictionRoundsDeps extends Omit<EvictDeps, 'inventory' | 'actOf' | 'signal'> {
  /** Opens the tarballs for as long as the work takes. */
  readonly withInventory: (work: (inventory: BlobInventory) => Promise<void>) => Promise<void>;
  readonly onEvicted: (victim: Victim) => void;
  /** Told why a round has ended early; the next one comes all the same. */
  readonly onFailure: (error: unknown) => void;
}

/** About how long after the start, and after the end of a round. */
const FIRST_AFTER_MS = 4000;
const EVERY_MS = 60_000;

/** The rounds of one process. */
export class EvictionRounds {
  readonly #deps: EvictionRoundsDeps;
  readonly #stopping = new AbortController();
  readonly #eviction: Eviction = { left: new Set() };
  #timer: NodeJS.Timeout | undefined;
  #running = Promise.resolve();

  constructor(deps: EvictionRoundsDeps) {
    this.#deps = deps;
  }

  /** Begins, where there is a limit. To be called once. */
  start(): void {
    if (isLimited(this.#deps.limits)) this.#runAfter(FIRST_AFTER_MS);
  }

  /** Ends a round at its next step; resolves when none is under way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Some less and some more, so that several processes do not do it at the same time. */
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
    try {
      await withInventory(async (inventory) => {
        const actOf = ({ origin }: Victim) => mirrorActs('evict', deps.now(), origin);
        for await (const victim of evict({ ...deps, inventory, actOf, signal }, this.#eviction))
          onEvicted(victim);
      });
    } catch (error) {
      if (!signal.aborted) onFailure(error);
    }
    if (!signal.aborted) this.#runAfter(EVERY_MS);
  }
}
