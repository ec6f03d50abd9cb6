// What came from other registries and is to go: what nobody has read for too long, and where there is too much, what was not read for
// longest.
import type { EvictableVersion, EvictionStore, ReadPlace } from '@prime-registry/store';
import { dayOf } from '../../actions/download-counter.ts';

/** How much is kept of other registries, and for how long. */
export interface EvictionLimits {
  /** Most bytes of all tarballs; 0 for no limit. */
  readonly mirrorMaxBytes: number;
  /** How long what nobody reads is kept, in milliseconds; 0 for ever. */
  readonly mirrorMaxAgeMs: number;
}

/** A version that is to go, and why. */
export interface Victim extends EvictableVersion {
  readonly reason: 'age' | 'size';
}

/** What planning works with. */
export interface PlanDeps {
  readonly store: Pick<EvictionStore, 'listMirrorUsage' | 'listLeastRead'>;
  readonly limits: EvictionLimits;
  readonly now: () => number;
}

const PAGE = 200;
const BEGIN: ReadPlace = { lastReadDay: 0, id: 0 };

/** Whether there is any limit. */
export function isLimited({ mirrorMaxBytes, mirrorMaxAgeMs }: EvictionLimits): boolean {
  return mirrorMaxBytes > 0 || mirrorMaxAgeMs > 0;
}

/** The first day on which a read keeps a version from being too old; 0 where none ever is. */
export function firstKeptDay({ mirrorMaxAgeMs }: EvictionLimits, nowMs: number): number {
  // To the day: kept for that long at least, and for a day longer at most.
  return mirrorMaxAgeMs === 0 ? 0 : dayOf(nowMs - mirrorMaxAgeMs);
}

/** The versions that are to go, in their order. They may be evicted while it goes on. @throws RegistryError `storage_unavailable` */
export async function* planEviction({ store, limits, now }: PlanDeps): AsyncGenerator<Victim> {
  if (!isLimited(limits)) return;
  const keptDay = firstKeptDay(limits, now());
  let surplusBytes = limits.mirrorMaxBytes === 0 ? 0 : (await countBytes(store)) - limits.mirrorMaxBytes;
  let after = BEGIN;
  // One at first: most of the time there is nothing to do.
  for (let limit = 1; ; limit = PAGE) {
    const page = await store.listLeastRead(after, limit);
    for (const version of page) {
      const isOld = version.lastReadDay < keptDay;
      if (!isOld && surplusBytes <= 0) return;
      surplusBytes -= version.sizeBytes;
      yield { ...version, reason: isOld ? 'age' : 'size' };
    }
    if (page.length < limit) return;
    after = page.at(-1) ?? after;
  }
}

async function countBytes(store: PlanDeps['store']): Promise<number> {
  const usage = await store.listMirrorUsage();
  return usage.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}
