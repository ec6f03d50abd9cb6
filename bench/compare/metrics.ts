// The metrics, and how they are shown.

/** The format of a metric. */
export interface MetricFormat {
  readonly title: string;
  /** The better direction. `neither` if the metric does not compare servers. */
  readonly better: 'higher' | 'lower' | 'neither';
}

/** All metrics. */
export const METRICS = {
  requestsPerSecond: { title: 'requests/s', better: 'higher' },
  requestProcessorUs: { title: 'processor time of a request, µs', better: 'lower' },
  mbPerSecond: { title: 'MB/s', better: 'higher' },
  publishesPerSecond: { title: 'publishes/s', better: 'higher' },
  p50Ms: { title: 'p50, ms', better: 'lower' },
  p99Ms: { title: 'p99, ms', better: 'lower' },
  publishP99Ms: { title: 'p99 of publishes, ms', better: 'lower' },
  publishProcessorMs: { title: 'processor time of a publish, ms', better: 'lower' },
  publishPercent: { title: 'publishes, % of all requests', better: 'neither' },
  aloneP50Ms: { title: 'p50 without publishes, ms', better: 'lower' },
  aloneP99Ms: { title: 'p99 without publishes, ms', better: 'lower' },
  p99Times: { title: 'p99 ÷ p99 without publishes', better: 'neither' },
  firstAnswerMs: { title: 'start to first answer, ms', better: 'lower' },
  idleMiB: { title: 'idle RSS, MiB', better: 'lower' },
  peakMiB: { title: 'peak RSS, MiB', better: 'lower' },
  afterMiB: { title: 'RSS afterwards, MiB', better: 'lower' },
  riseMiB: { title: 'peak RSS above RSS before, MiB', better: 'lower' },
} as const satisfies Record<string, MetricFormat>;

/** The name of a metric. */
export type MetricName = keyof typeof METRICS;

/** The values of one measurement. */
export type Metrics = Readonly<Partial<Record<MetricName, number>>>;

/** Only the metrics that have a value. */
export function presentOf(metrics: Readonly<Partial<Record<MetricName, number | null>>>): Metrics {
  return Object.fromEntries(Object.entries(metrics).filter(([, value]) => value !== null));
}
