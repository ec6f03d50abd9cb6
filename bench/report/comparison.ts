// The results of a run as plain data, which `--json` writes.
import type { Case } from '../compare/case.ts';
import { METRICS, type MetricName } from '../compare/metrics.ts';
import type { Results } from '../compare/results.ts';
import type { StandingServer } from '../compare/standing-servers.ts';
import type { Verdict } from '../compare/verdicts.ts';
import type { GrownFigure } from '../growth/judge-growth.ts';
import type { PeerName } from '../peers/peer.ts';
import type { KindTimes } from '../search/times.ts';
import type { Circumstances } from './machine.ts';
import type { Spread } from './spread.ts';

/** A participant. */
export interface Participant {
  readonly name: PeerName;
  readonly title: string;
  readonly role: string;
  readonly version: string;
}

/** One metric of one case. */
export interface MeasuredMetric {
  readonly metric: MetricName;
  readonly values: Readonly<Partial<Record<PeerName, Spread>>>;
  /** How many times as good this registry is in each round, above 1 for better. */
  readonly ratios: Readonly<Partial<Record<PeerName, Spread>>>;
}

/** One case. */
export interface MeasuredCase {
  readonly name: string;
  readonly title: string;
  /** The metrics in the tables. */
  readonly shown: readonly MetricName[];
  readonly metrics: readonly MeasuredMetric[];
  /** Size of the bodies in bytes. */
  readonly bodyBytes: Readonly<Partial<Record<PeerName, number>>>;
  readonly failures: Readonly<Partial<Record<PeerName, number>>>;
}

/** A run. */
export interface Comparison {
  readonly circumstances: Circumstances;
  readonly rounds: number;
  readonly seconds: number;
  readonly loadGenerator: string;
  readonly pinning: string;
  readonly participants: readonly Participant[];
  /** Peers that were not available, and why. */
  readonly missing: readonly { readonly title: string; readonly problem: string }[];
  readonly verdicts: readonly Verdict[];
  readonly cases: readonly MeasuredCase[];
  /** Results with large registries. undefined if not requested. */
  readonly search: readonly KindTimes[] | undefined;
  readonly growth: readonly GrownFigure[] | undefined;
}

/** Arranges the results of the cases. */
export function describeCases(
  cases: readonly Case[],
  participants: readonly Participant[],
  standing: ReadonlyMap<string, StandingServer>,
  results: Results,
): MeasuredCase[] {
  return cases.map(({ name, title, shown, work }) => {
    const byPeer = <T>(find: (peer: PeerName) => T | undefined): Partial<Record<PeerName, T>> =>
      Object.fromEntries(
        participants.flatMap((peer) => {
          const found = find(peer.name);
          return found === undefined ? [] : [[peer.name, found]];
        }),
      );
    const metrics = (Object.keys(METRICS) as MetricName[]).map((metric) => ({
      metric,
      values: byPeer((peer) => results.findSpread(name, peer, metric)),
      ratios: byPeer((peer) =>
        peer === 'prime' ? undefined : results.findRatio(name, metric, 'prime', peer),
      ),
    }));
    return {
      name,
      title,
      shown,
      metrics: metrics.filter(({ values }) => Object.keys(values).length > 0),
      bodyBytes: byPeer((peer) =>
        work.kind === 'requests' ? standing.get(peer)?.targets.get(name)?.bodyBytes : undefined,
      ),
      failures: byPeer((peer) => results.countFailures(name, peer) || undefined),
    };
  });
}
