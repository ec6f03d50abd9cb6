// Plans an eviction: mirrored versions that nobody has read for too long; if there is still too much, those
// not read for longest (LRU).
import type { EvictableVersion, EvictionStore, ReadPlace } from '@prime-registry/store';
import { dayOf } from '../../actions/download-counter.ts';

/** The limits of what is mirrored. */
export interface EvictionLimits {
  /** Maximum bytes of all mirrored data; 0 for no limit. */
  readonly mirrorMaxBytes: number;
  /** How long a version stays that nobody reads, in milliseconds; 0 for ever. */
  readonly mirrorMaxAgeMs: number;
}

/** A version to evict, and why. */
export interface Victim extends EvictableVersion {
  readonly reason: 'age' | 'size';
}

export interface PlanDeps {
  readonly store: Pick<EvictionStore, 'listMirrorUsage' | 'listLeastRead'>;
  readonly limits: EvictionLimits;
  readonly now: () => number;
}

const PAGE = 200;
const BEGIN: ReadPlace = { lastReadDay: 0, id: 0 };

export function isLimited({ mirrorMaxBytes, mirrorMaxAgeMs }: EvictionLimits): boolean {
  return mirrorMaxBytes > 0 || mirrorMaxAgeMs > 0;
}

/** The first day on which a read saves a version from its age; 0 without an age limit. */
export function firstKeptDay({ mirrorMaxAgeMs }: EvictionLimits, nowMs: number): number {
  // Rounded to days: a version stays at least that long, and at most a day longer.
  return mirrorMaxAgeMs === 0 ? 0 : dayOf(nowMs - mirrorMaxAgeMs);
}

/** How many bytes are too many; 0 or less if none. It changes during an eviction. */
export interface Surplus {
  bytes: number;
}

/** Measures what exceeds `mirrorMaxBytes`. @throws RegistryError `storage_unavailable` */
export async function measureSurplus({
  store,
  limits,
}: Pick<PlanDeps, 'store' | 'limits'>): Promise<Surplus> {
  if (limits.mirrorMaxBytes === 0) return { bytes: 0 };
  const usage = await store.listMirrorUsage();
  return { bytes: usage.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) - limits.mirrorMaxBytes };
}

/**
 * The versions to evict, in their order. The caller may evict them during the iteration.
 * @param surplus - lessened by the bytes of each version without atoms, which the caller corrects
 * @throws RegistryError `storage_unavailable`
 */
export async function* planEviction(
  { store, limits, now }: PlanDeps,
  surplus: Surplus,
): AsyncGenerator<Victim> {
  if (!isLimited(limits)) return;
  const keptDay = firstKeptDay(limits, now());
  let after = BEGIN;
  // The first page has one version: usually there is nothing to do.
  for (let limit = 1; ; limit = PAGE) {
    const page = await store.listLeastRead(after, limit);
    // Another process may have evicted what this page no longer has: the measured surplus is then too large.
    if (surplus.bytes > 0)
      surplus.bytes = Math.min(surplus.bytes, (await measureSurplus({ store, limits })).bytes);
    for (const version of page) {
      const isOld = version.lastReadDay < keptDay;
      if (!isOld && surplus.bytes <= 0) return;
      surplus.bytes -= version.storedBytes;
      yield { ...version, reason: isOld ? 'age' : 'size' };
    }
    if (page.length < limit) return;
    after = page.at(-1) ?? after;
  }
}
