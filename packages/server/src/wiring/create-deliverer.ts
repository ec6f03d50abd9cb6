// Creates the deliveries to webhooks of a server.
import type { ServerSettings } from '../config/server-settings.ts';
import { Deliverer } from '../events/deliverer.ts';
import { createWebhookMetrics } from '../metrics/webhook-metrics.ts';
import type { CommonParts } from './common-parts.ts';
import { readWayOut } from './way-out.ts';
import { createWebhookSecretsReader } from './webhook-secrets-file.ts';

/** Creates the deliverer; it does not begin yet. */
export function createDeliverer(
  settings: ServerSettings,
  { storage, metrics, log, now }: CommonParts,
): Deliverer {
  const { store } = storage;
  const attempts = createWebhookMetrics(metrics.register, store);
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
