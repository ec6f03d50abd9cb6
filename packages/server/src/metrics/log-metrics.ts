// The metric of the transparency log.
import { Gauge, type Registry } from 'prom-client';

/** Creates it. @param isHalted - reads the state, once for each scrape; after a failure the gauge has no value */
export function createLogMetrics(register: Registry, isHalted: () => Promise<boolean>): void {
  new Gauge({
    name: 'prime_registry_log_halted',
    help: 'Whether the transparency log is halted, so that nothing can be changed: 1 or 0; the same in every process.',
    registers: [register],
    async collect() {
      this.reset();
      const value = await isHalted().catch(() => undefined);
      if (value !== undefined) this.set(value ? 1 : 0);
    },
  });
}
