// How late the event loop is, under the names that prom-client has for it. Its own sampler never sleeps.
import type { RecordableHistogram } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';

const NS_PER_S = 1e9;

const STATISTICS: Readonly<Record<string, [help: string, read: (delays: RecordableHistogram) => number]>> = {
  min: ['The least', (delays) => delays.min],
  max: ['The greatest', (delays) => delays.max],
  mean: ['The mean', (delays) => delays.mean],
  stddev: ['The standard deviation of the', (delays) => delays.stddev],
  p50: ['The 50th percentile of the', (delays) => delays.percentile(50)],
  p90: ['The 90th percentile of the', (delays) => delays.percentile(90)],
  p99: ['The 99th percentile of the', (delays) => delays.percentile(99)],
};

/** The metrics of prom-client that these replace. */
export const LOOP_DELAY_NAMES: readonly string[] = Object.keys(STATISTICS).map(nameOf);

/** Registers the metrics. @param delays - in nanoseconds; each scrape resets it */
export function createLoopDelayMetrics(register: Registry, delays: RecordableHistogram): void {
  const gauges = Object.entries(STATISTICS).map(([statistic, [help, read]], index) => {
    const gauge: Gauge = new Gauge({
      name: nameOf(statistic),
      help: `${help} delay of the event loop since the last scrape, while there was work.`,
      registers: [register],
      // The first one reads all.
      ...(index === 0 && { collect: () => readAll() }),
    });
    return { gauge, read };
  });
  const readAll = (): void => {
    for (const { gauge, read } of gauges) gauge.set(delays.count === 0 ? 0 : read(delays) / NS_PER_S);
    delays.reset();
  };
}

function nameOf(statistic: string): string {
  return `nodejs_eventloop_lag_${statistic}_seconds`;
}
