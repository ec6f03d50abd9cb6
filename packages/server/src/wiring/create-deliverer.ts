// Creates the deliveries to webhooks of a server.
import type { FastifyBaseLogger } from 'fastify';
import type { ServerSettings } from '../config/server-settings.ts';
import { Deliverer } from '../events/deliverer.ts';
import type { RegistryMetrics } from '../metrics/registry-metrics.ts';
import { createWebhookMetrics } from '../metrics/webhook-metrics.ts';
import type { Storage } from './storage/open-storage.ts';
import { readWayOut } from './way-out.ts';
import { createWebhookSecretsReader } from './webhook-secrets-file.ts';

/** The dependencies of the deliverer. */
export interface DelivererParts {
  readonly storage: Storage;
  readonly metrics: RegistryMetrics;
  readonly log: FastifyBaseLogger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Creates the deliverer; it does not begin yet. */
export function createDeliverer(
  settings: ServerSettings,
  { storage, metrics, log, now }: DelivererParts,
): Deliverer {
  const { store } = storage;
  const { attempts } = createWebhookMetrics(metrics.register, store);
  return new Deliverer({
    ...{ store, now, publicUrl: settings.publicUrl },
    changeStamp: store.changeStamp,
    readSecrets: createWebhookSecretsReader(settings),
    async openReceiver(address) {
      // Loaded on demand, with the HTTP client: few registries have webhooks.
      const { openReceiver } = await import('../events/send-message.ts');
      return openReceiver(address, readWayOut(settings, [address.url]));
    },
    onAttempt: ({ id }, outcome) => attempts.inc({ webhook: id, outcome }),
    onState: ({ id }, { state, lastStatus }) =>
      log.warn({ webhook: id, state, reason: lastStatus }, 'a webhook has another state'),
    onFailure: (error) => log.warn({ err: error }, 'webhooks cannot be delivered; it is tried again'),
  });
}
