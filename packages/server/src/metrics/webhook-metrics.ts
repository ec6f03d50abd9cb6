// Metrics of webhooks: what came of the attempts, and how far each webhook is behind.
import type { LogStore, Webhook, WebhookStore } from '@prime-registry/store';
import { Counter, Gauge, type Registry } from 'prom-client';

/** What is read once for each scrape. After a failure the gauges have no value. */
type Watched = Pick<WebhookStore, 'listWebhooks'> & Pick<LogStore, 'readLogHead'>;

/** The webhooks, and the size of the log. */
interface Found {
  readonly webhooks: readonly Webhook[];
  readonly size: number;
}

/** Creates the metrics. @returns that of the attempts */
export function createWebhookMetrics(register: Registry, store: Watched): Counter<'webhook' | 'outcome'> {
  const registers = [register];
  const find = shareReads(store);
  new Gauge({
    name: 'prime_registry_webhooks',
    help: 'Webhooks by state: active, failing or disabled; the same in every process.',
    labelNames: ['state'],
    registers,
    async collect() {
      const { webhooks } = await find();
      this.reset();
      for (const { state } of webhooks) this.inc({ state });
    },
  });
  new Gauge({
    name: 'prime_registry_webhook_behind_entries',
    help: 'Entries of the log that a webhook has not dealt with yet; the same in every process.',
    labelNames: ['webhook'],
    registers,
    async collect() {
      const { webhooks, size } = await find();
      this.reset();
      for (const { id, cursor } of webhooks) this.set({ webhook: id }, Math.max(0, size - cursor));
    },
  });
  return new Counter({
    name: 'prime_registry_webhook_attempts_total',
    help: 'Attempts to deliver a message, by webhook and outcome: delivered, failed or gone.',
    labelNames: ['webhook', 'outcome'],
    registers,
  });
}

/** Both gauges are collected by the same scrape and share one read. */
function shareReads(store: Watched): () => Promise<Found> {
  let asking: Promise<Found> | undefined;
  return () => {
    asking ??= read(store)
      .catch(() => ({ webhooks: [], size: 0 }))
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };
}

async function read(store: Watched): Promise<Found> {
  const webhooks = await store.listWebhooks();
  // Few registries have any.
  if (webhooks.length === 0) return { webhooks, size: 0 };
  const { edge } = await store.readLogHead();
  return { webhooks, size: edge.size };
}
