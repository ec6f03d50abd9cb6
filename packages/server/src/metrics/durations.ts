// Histograms of durations in the form of prom-client. Its own one checks and joins the labels of each observation, which
// takes longer than anything else that a hot read records.
import type {
  Histogram,
  MetricObjectWithValues,
  MetricType,
  MetricValueWithName,
  Registry,
} from 'prom-client';

/** Upper bounds of the buckets. */
export const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** The durations with the same labels. */
export class DurationSeries<Label extends string> {
  readonly labels: Readonly<Record<Label, string>>;
  /** How many were in each bucket; the last is above all bounds. */
  readonly counts: number[] = Array.from({ length: SECONDS.length + 1 }, () => 0);
  sumSeconds = 0;

  constructor(labels: Readonly<Record<Label, string>>) {
    this.labels = labels;
  }

  observe(seconds: number): void {
    let bucket = 0;
    while (bucket < SECONDS.length && seconds > (SECONDS[bucket] ?? 0)) bucket += 1;
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
    this.sumSeconds += seconds;
  }
}

/** A metric of durations. Who observes one finds its series in its own way. */
export class Durations<Label extends string> {
  readonly name: string;
  readonly help: string;
  // Its types say that this is a number.
  readonly type = 'histogram' as unknown as MetricType;
  readonly aggregator = 'sum';
  #all: DurationSeries<Label>[] = [];

  constructor(name: string, help: string) {
    this.name = name;
    this.help = help;
  }

  registerIn(register: Registry): void {
    // What a register uses of a metric.
    register.registerMetric(this as unknown as Histogram);
  }

  /** Begins a series. */
  add(labels: Readonly<Record<Label, string>>): DurationSeries<Label> {
    const series = new DurationSeries(labels);
    this.#all.push(series);
    return series;
  }

  reset(): void {
    this.#all = [];
  }

  async get(): Promise<MetricObjectWithValues<MetricValueWithName<string>>> {
    const values = this.#all.flatMap((series) => this.#valuesOf(series));
    const { name, help, type, aggregator } = this;
    return { name, help, type, aggregator, values, collect: () => undefined };
  }

  #valuesOf({ labels, counts, sumSeconds }: DurationSeries<Label>) {
    let count = 0;
    const buckets = counts.map((inBucket, bucket) => {
      count += inBucket;
      const le = SECONDS[bucket] ?? '+Inf';
      return { labels: { le, ...labels }, value: count, metricName: `${this.name}_bucket` };
    });
    return [
      ...buckets,
      { labels, value: sumSeconds, metricName: `${this.name}_sum` },
      { labels, value: count, metricName: `${this.name}_count` },
    ];
  }
}
