// The figures of the growth benchmark, and how much worse they may become.

/** The name of a figure. */
export type GrowthMetric =
  | 'manifestP50Ms'
  | 'listP50Ms'
  | 'publishP50Ms'
  | 'publishesPerSecond'
  | 'startMs'
  | 'peakMiB';

/** A figure. */
export interface GrowthFormat {
  readonly metric: GrowthMetric;
  readonly title: string;
  readonly better: 'higher' | 'lower';
  /** How many times worse the large registry may be, or an absolute limit. */
  readonly goal: { readonly atMostTimes: number } | { readonly atMost: number };
}

/** All figures, in the order of the report. */
export const GROWTH_METRICS: readonly GrowthFormat[] = [
  { metric: 'manifestP50Ms', title: 'Manifest, p50, ms', better: 'lower', goal: { atMostTimes: 1.2 } },
  { metric: 'listP50Ms', title: 'List, p50, ms', better: 'lower', goal: { atMostTimes: 1.2 } },
  {
    metric: 'publishP50Ms',
    title: 'Publish, one at a time, p50, ms',
    better: 'lower',
    goal: { atMostTimes: 1.5 },
  },
  {
    metric: 'publishesPerSecond',
    title: 'Publish, 16 at once, per second',
    better: 'higher',
    goal: { atMostTimes: 1.5 },
  },
  { metric: 'startMs', title: 'Start to first answer, ms', better: 'lower', goal: { atMost: 1000 } },
  { metric: 'peakMiB', title: 'Peak RSS, MiB', better: 'lower', goal: { atMost: 250 } },
];
