// Room for what is mirrored: evictions run at intervals, and an upstream must not fill the disk in between.
import { OneByOne } from '@prime-registry/concurrency';
import { RegistryError } from '@prime-registry/protocol';
import type { EvictionStore } from '@prime-registry/store';
import { type EvictionLimits, measureSurplus } from './plan-eviction.ts';

/** What may be stored above `mirrorMaxBytes` until an eviction has made room, as a part of it. */
const MARGIN = 0.1;

export interface MirrorRoomDeps {
  readonly store: Pick<EvictionStore, 'listMirrorUsage' | 'listLeastRead'>;
  readonly limits: EvictionLimits;
  /** Called when something must be evicted. */
  readonly onFull: () => void;
}

/** The room for what one process stores. */
export class MirrorRoom {
  readonly #deps: MirrorRoomDeps;
  readonly #oneByOne = new OneByOne();
  /** Of works in progress. */
  #comingBytes = 0;

  constructor(deps: MirrorRoomDeps) {
    this.#deps = deps;
  }

  /**
   * Runs a work that stores some bytes.
   * @returns false, without running it, if there is no room
   * @throws RegistryError `storage_unavailable`, and what the work throws
   */
  async use(bytes: number, work: () => Promise<unknown>): Promise<boolean> {
    if (this.#deps.limits.mirrorMaxBytes === 0) {
      await work();
      return true;
    }
    if (!(await this.#oneByOne.use(() => this.#reserve(bytes)))) return false;
    try {
      await work();
      return true;
    } finally {
      // Not while another one measures: it might count neither what is coming nor what was stored.
      await this.#oneByOne.use(async () => {
        this.#comingBytes -= bytes;
      });
    }
  }

  async #reserve(bytes: number): Promise<boolean> {
    const surplus = await measureSurplus(this.#deps);
    if (!this.#has(surplus.bytes, bytes)) return false;
    this.#comingBytes += bytes;
    return true;
  }

  /** @param surplusBytes - without works in progress */
  #has(surplusBytes: number, bytes: number): boolean {
    const { limits, onFull } = this.#deps;
    const before = surplusBytes + this.#comingBytes;
    if (before + bytes > 0) onFull();
    // One version above the limit is always stored: otherwise a large one would never replace others.
    return before <= 0 || before + bytes <= MARGIN * limits.mirrorMaxBytes;
  }
}

/** The error for a version that is served, but not stored. */
export function noRoomFor(name: string, version: string): RegistryError {
  const detail = `${name} ${version} is not kept: mirror-max-bytes is exceeded, and nothing was evicted yet.`;
  return new RegistryError('storage_unavailable', { detail });
}
