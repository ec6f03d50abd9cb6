// Where several processes serve one registry, whichever is asked for metrics tells about all of them. Their figures stay
// apart, by the label `worker`: sums would hide the one that is slow, and fall when one is replaced.
import { AggregatorRegistry, Registry } from 'prom-client';

/** The figures of one process. */
export type MetricReport = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** A worker's place among the others. */
export interface MetricsExchange {
  /** Its number, from 1. */
  readonly worker: number;
  /** Reports of all that can be reached, its own among them. */
  collect(): Promise<MetricReport[]>;
  /** Takes what makes its own report. */
  offer(makeReport: () => Promise<MetricReport>): void;
}

/** A register for the meters of one worker. */
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

/** Puts reports together that have no sample in common: a sum is of one, and that for every kind of metric. */
function merge(reports: readonly MetricReport[]): Registry {
  return AggregatorRegistry.aggregate(
    reports.map((report) => report.map((metric) => ({ ...metric, aggregator: 'sum' as const }))),
  );
}
