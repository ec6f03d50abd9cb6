// Exchanges metrics between workers through the primary.
import type { MetricReport, MetricsExchange } from '../../metrics/worker-register.ts';
import type { Order } from './messages.ts';
import { nextOrder, tell } from './primary-channel.ts';

/** The exchange of the worker with this number. */
export function createMetricsExchange(worker: number): MetricsExchange {
  let collection: Promise<MetricReport[]> | undefined;
  return {
    worker,
    // A scrape that comes while reports are collected gets the same reports.
    collect() {
      collection ??= collectReports().finally(() => {
        collection = undefined;
      });
      return collection;
    },
    offer(makeReport) {
      process.on('message', async ({ type }: Order) => {
        if (type === 'report') await tell({ type: 'report', report: await makeReport() });
      });
    },
  };
}

async function collectReports(): Promise<MetricReport[]> {
  const answer = nextOrder('reports');
  await tell({ type: 'collect' });
  return (await answer).reports;
}
