// The number of versions from before the log that have no entry yet.
import { Gauge, type Registry } from 'prom-client';

/** How far the backfill is. */
interface Progress {
  readonly done: number;
  readonly of: number;
}

/** Registers the metric. @param find - called for each scrape; after a failure there is no value */
export function watchLogBackfill(register: Registry, find: () => Promise<Progress>): void {
  new Gauge({
    name: 'prime_registry_log_backfill_remaining',
    help: 'Versions from before the transparency log that are not in it yet; the same in every process.',
    registers: [register],
    async collect() {
      this.reset();
      const progress = await find().catch(() => undefined);
      if (progress !== undefined) this.set(progress.of - progress.done);
    },
  });
}
