// The histogram of the durations of requests.
import { type DurationSeries, Durations } from './durations.ts';

type Labels = 'method' | 'route' | 'status';

/** The metric. Methods, routes and statuses are few. */
export class RequestDurations extends Durations<Labels> {
  readonly #byRoute = new Map<
    string,
    { readonly method: string; readonly status: number; readonly series: DurationSeries<Labels> }[]
  >();

  constructor() {
    super(
      'prime_registry_http_request_duration_seconds',
      'Time from a request to the end of its answer, by method, route and status.',
    );
  }

  /** The durations of requests with these labels. */
  seriesOf(method: string, route: string, status: number): DurationSeries<Labels> {
    const known = this.#byRoute.get(route) ?? [];
    for (const one of known) if (one.status === status && one.method === method) return one.series;
    const series = this.add({ method, route, status: String(status) });
    this.#byRoute.set(route, [...known, { method, status, series }]);
    return series;
  }

  override reset(): void {
    super.reset();
    this.#byRoute.clear();
  }
}
