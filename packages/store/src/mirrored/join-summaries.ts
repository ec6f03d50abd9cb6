// Joins what is counted of upstreams.
import type { MirrorSummary, MirrorUsage } from '../contracts/mirror/eviction-store.ts';

/** The versions of an upstream. PostgreSQL counts in strings. */
export interface VersionSummary {
  readonly origin: string;
  readonly versions: number | string | bigint;
  readonly primes: number | string | bigint;
  readonly first: number;
  readonly last: number;
}

/** The lists of an upstream. */
export interface ListSummary {
  readonly origin: string;
  readonly lists: number | string | bigint;
  readonly first: number;
  readonly last: number;
}

/** One summary for each upstream, by URL. */
export function joinSummaries(
  usages: readonly MirrorUsage[],
  versions: readonly VersionSummary[],
  lists: readonly ListSummary[],
): MirrorSummary[] {
  const bytesOf = new Map(usages.map(({ origin, sizeBytes }) => [origin, sizeBytes]));
  const listsOf = new Map(lists.map((row) => [row.origin, row]));
  const versionsOf = new Map(versions.map((row) => [row.origin, row]));
  const origins = [...new Set([...versionsOf.keys(), ...listsOf.keys()])].toSorted();
  return origins.map((origin) => {
    const held = versionsOf.get(origin);
    const listed = listsOf.get(origin);
    return {
      origin,
      primes: Number(held?.primes ?? 0),
      versions: Number(held?.versions ?? 0),
      sizeBytes: bytesOf.get(origin) ?? 0,
      firstPulledAtMs: held?.first,
      lastPulledAtMs: held?.last,
      lists: Number(listed?.lists ?? 0),
      firstCheckedAtMs: listed?.first,
      lastCheckedAtMs: listed?.last,
    };
  });
}
