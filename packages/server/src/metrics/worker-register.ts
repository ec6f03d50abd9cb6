// With several workers, each of them serves the metrics of all. The label `worker` keeps them apart: sums
// would hide a slow worker, and fall when one is replaced.
import { AggregatorRegistry, Registry } from 'prom-client';

/** The metrics of one process. */
export type MetricReport = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** A worker's access to the metrics of the others. */
export interface MetricsExchange {
  /** Its number, from 1. */
  readonly worker: number;
  /** The reports of all workers that answer, including its own. */
  collect(): Promise<MetricReport[]>;
  /** Sets the function that makes its own report. */
  offer(makeReport: () => Promise<MetricReport>): void;
}

export class WorkerRegister extends Registry {
  readonly #exchange: MetricsExchange;

  constructor(withOthers: MetricsExchange) {
    super();
    this.#exchange = withOthers;
    this.setDefaultLabels({ worker: String(withOthers.worker) });
    withOthers.offer(() => this.getMetricsAsJSON());
  }

  override async metrics(): Promise<string> {
    return merge(await this.#exchange.collect()).metrics();
  }
}

/**
 * Merges reports that share no sample. The aggregator is `sum`, for every kind of metric, of one sample each.
 */
function merge(reports: readonly MetricReport[]): Registry {
  return AggregatorRegistry.aggregate(
    reports.map((report) => report.map((metric) => ({ ...metric, aggregator: 'sum' as const }))),
  );
}
