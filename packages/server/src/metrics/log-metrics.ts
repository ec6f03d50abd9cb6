// Metrics of the transparency log.
import type { LogStore } from '@prime-registry/store';
import { Gauge, type Registry } from 'prom-client';

/** What is read once for each scrape. */
type Watched = Pick<LogStore, 'readLogHead' | 'findBackfillProgress'>;

/** Creates them. After a failure, a gauge has no value. */
export function createLogMetrics(register: Registry, { readLogHead, findBackfillProgress }: Watched): void {
  const watch = (name: string, help: string, read: () => Promise<number>) =>
    new Gauge({
      ...{ name, help, registers: [register] },
      async collect() {
        this.reset();
        const value = await read().catch(() => undefined);
        if (value !== undefined) this.set(value);
      },
    });
  watch(
    'prime_registry_log_halted',
    'Whether the transparency log is halted, so that nothing can be changed: 1 or 0; the same in every process.',
    async () => ((await readLogHead()).halted === undefined ? 0 : 1),
  );
  watch(
    'prime_registry_log_backfill_remaining',
    'Versions from before the transparency log that are not in it yet; the same in every process.',
    async () => {
      const { done, of } = await findBackfillProgress();
      return of - done;
    },
  );
}
