// Where the requests of a large registry go, before any of them waits: the CDN, mirrors as edges, replicas next to the database.
import { hitRatioBetweenCommits, hitRatioOfLru, refreshesPerSecond, zipfShares } from './caches.ts';
import type { Values } from './inputs.ts';

const DAY_SECONDS = 86_400;

/** Requests a second in a region, at the peak. */
export interface RegionFlow {
  /** Whether it has the database: the others have mirrors. */
  readonly isHome: boolean;
  readonly reads: number;
  /** Answered by the CDN. */
  readonly atCdn: number;
  /** Lists and manifests from the cache of answers of a process. */
  readonly hot: number;
  /** The others. */
  readonly cold: number;
  /** Tarballs that the CDN does not have. */
  readonly tarballs: number;
  readonly searches: number;
}

/** All requests a second. */
export interface Flows {
  readonly regions: readonly RegionFlow[];
  /** In a burst, at the peak. */
  readonly publishes: number;
  /** What mirrors ask the home region for: each publish is pulled by each mirror. */
  readonly pulls: number;
  /** What they would ask for without its feed of changes. */
  readonly refreshesWithoutFeed: number;
  readonly tarballHitRatio: number;
}

/** Computes the flows. */
export function computeFlows(values: Values): Flows {
  const shares = zipfShares(values.primes, values.zipf);
  const tarballHitRatio = hitRatioOfLru(shares, Math.min(values.cdnTarballs, values.primes));
  const atPeak = (perDay: number): number => (perDay / DAY_SECONDS) * values.peak;
  const reads = atPeak(values.readsPerDay);
  const publishes = (values.publishesPerDay / DAY_SECONDS) * values.burst;
  const weights = Array.from({ length: values.regions }, (_, index) => 1 / (index + 1));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const regions = weights.map((weight, index): RegionFlow => {
    const isHome = index === 0;
    const own = (reads * weight) / sum;
    const processes = isHome ? values.replicas : values.mirrorCores;
    const answers = own * (values.listShare + values.manifestShare);
    // Lists and manifests: two answers for each Prime. Each commit makes a cached answer old.
    const hitRatio = Math.min(
      hitRatioOfLru(shares, values.mirrorAnswers / 2),
      hitRatioBetweenCommits(shares, answers / 2 / processes, publishes),
    );
    const tarballs = own * values.tarballShare;
    return {
      isHome,
      reads: own,
      atCdn: tarballs * tarballHitRatio,
      hot: answers * hitRatio,
      cold: answers * (1 - hitRatio),
      tarballs: tarballs * (1 - tarballHitRatio),
      searches: own * Math.max(0, 1 - values.listShare - values.manifestShare - values.tarballShare),
    };
  });
  const mirrored = regions.filter(({ isHome }) => !isHome);
  const lists = mirrored.map((region) => region.reads * values.listShare);
  return {
    ...{ regions, publishes, tarballHitRatio },
    pulls: publishes * mirrored.length,
    refreshesWithoutFeed: lists.reduce(
      (total, perSecond) => total + refreshesPerSecond(shares, perSecond, values.listMaxAge),
      0,
    ),
  };
}
