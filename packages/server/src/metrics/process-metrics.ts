// Metrics of the process: processor time, memory, garbage collections. All registers share them, because prom-client
// never stops to observe garbage collections: with an observer for each registry, one that is closed would stay in memory.
import { collectDefaultMetrics, type Metric, Registry } from 'prom-client';
import { LOOP_DELAY_NAMES } from './loop-delay-metrics.ts';

/** How often prom-client looks at the event loop, in milliseconds: never, because each look wakes the process. */
const NEVER_MS = 2 ** 31 - 1;

const LEFT_OUT = [
  ...LOOP_DELAY_NAMES,
  // Gauges whose names end like those of counters, and which only sum up others.
  ...['handles', 'requests', 'resources'].map((name) => `nodejs_active_${name}_total`),
];

let collected: readonly Metric[] | undefined;

export function registerProcessMetrics(register: Registry): void {
  collected ??= collect();
  for (const metric of collected) register.registerMetric(metric);
}

function collect(): Metric[] {
  const register = new Registry();
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: NEVER_MS });
  for (const name of LEFT_OUT) register.removeSingleMetric(name);
  // They are the metrics; the type of prom-client says their values.
  return register.getMetricsAsArray() as unknown as Metric[];
}
