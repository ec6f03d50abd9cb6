// Room for what is mirrored: evictions run at intervals, and an upstream must not fill the disk in between.
import { RegistryError } from '@prime-registry/protocol';
import type { EvictionStore } from '@prime-registry/store';
import { type EvictionLimits, measureSurplus } from './plan-eviction.ts';

/** What may be stored above `mirrorMaxBytes` until an eviction has made room, as a part of it. */
const MARGIN = 0.1;

/** What the room works with. */
export interface MirrorRoomDeps {
  readonly store: Pick<EvictionStore, 'listMirrorUsage' | 'listLeastRead'>;
  readonly limits: EvictionLimits;
  /** Called when something must be evicted. */
  readonly onFull: () => void;
}

/** The room for what one process stores. */
export class MirrorRoom {
  readonly #deps: MirrorRoomDeps;
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
    const { limits } = this.#deps;
    const surplus = limits.mirrorMaxBytes === 0 ? undefined : await measureSurplus(this.#deps);
    if (surplus !== undefined && !this.#has(surplus.bytes + bytes)) return false;
    this.#comingBytes += bytes;
    try {
      await work();
      return true;
    } finally {
      this.#comingBytes -= bytes;
    }
  }

  /** @param surplusBytes - with what is to be stored, without works in progress */
  #has(surplusBytes: number): boolean {
    const { limits, onFull } = this.#deps;
    const excessBytes = surplusBytes + this.#comingBytes;
    if (excessBytes > 0) onFull();
    return excessBytes <= MARGIN * limits.mirrorMaxBytes;
  }
}

/** The error for a version that is served, but not stored. */
export function noRoomFor(name: string, version: string): RegistryError {
  const detail = `${name} ${version} is not kept: mirror-max-bytes is exceeded, and nothing was evicted yet.`;
  return new RegistryError('storage_unavailable', { detail });
}
