// The histogram of the durations of requests, in the form of prom-client. Its own histogram checks and joins the labels
// of each observation, which takes longer than anything else that a hot read records.
import type { MetricObjectWithValues, MetricType, MetricValueWithName } from 'prom-client';

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

type Labels = 'method' | 'route' | 'status' | 'le';

/** The durations of requests with the same labels. */
export class DurationSeries {
  readonly method: string;
  readonly status: number;
  /** How many were in each bucket; the last is above all bounds. */
  readonly counts: number[] = Array.from({ length: SECONDS.length + 1 }, () => 0);
  sumSeconds = 0;

  constructor(method: string, status: number) {
    this.method = method;
    this.status = status;
  }

  observe(seconds: number): void {
    let bucket = 0;
    while (bucket < SECONDS.length && seconds > (SECONDS[bucket] ?? 0)) bucket += 1;
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
    this.sumSeconds += seconds;
  }
}

/** The metric. Methods, routes and statuses are few. */
export class RequestDurations {
  readonly name = 'prime_registry_http_request_duration_seconds';
  readonly help = 'Time from a request to the end of its answer, by method, route and status.';
  // Its types say that this is a number.
  readonly type = 'histogram' as unknown as MetricType;
  readonly aggregator = 'sum';
  readonly #byRoute = new Map<string, DurationSeries[]>();

  /** The durations of requests with these labels. */
  seriesOf(method: string, route: string, status: number): DurationSeries {
    const known = this.#byRoute.get(route) ?? [];
    for (const series of known) if (series.status === status && series.method === method) return series;
    const series = new DurationSeries(method, status);
    this.#byRoute.set(route, [...known, series]);
    return series;
  }

  reset(): void {
    this.#byRoute.clear();
  }

  async get(): Promise<MetricObjectWithValues<MetricValueWithName<Labels>>> {
    const values = [...this.#byRoute].flatMap(([route, all]) =>
      all.flatMap((series) => this.#valuesOf(route, series)),
    );
    const { name, help, type, aggregator } = this;
    return { name, help, type, aggregator, values, collect: () => undefined };
  }

  #valuesOf(route: string, { method, status, counts, sumSeconds }: DurationSeries) {
    const labels = { method, route, status: String(status) };
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
