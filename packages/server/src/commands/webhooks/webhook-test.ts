// `prime-registry webhook test`

import { randomBytes } from 'node:crypto';
import { flag } from '@prime-registry/command-line';
import { createPing } from '../../events/webhook-message.ts';
import { currentSecrets } from '../../events/webhook-secrets.ts';
import { readWayOut } from '../../wiring/way-out.ts';
import { readWebhookSecrets } from '../../wiring/webhook-secrets-file.ts';
import { type Command, settingsNamed } from '../command.ts';
import { withExistingStore } from '../open-data.ts';
import { printJson, printLine } from '../output.ts';
import { unknownWebhook, WEBHOOK_SETTINGS } from './webhook-data.ts';

export const webhookTest: Command = {
  settings: [...WEBHOOK_SETTINGS, ...settingsNamed('upstream-proxy', 'upstream-cafile')],
  options: { json: flag('Print JSON') },
  async run(flags, [id = ''], host) {
    const found = await withExistingStore(host, flags, async (store, settings) => ({
      webhook: await store.findWebhook(id),
      secrets: await readWebhookSecrets(settings),
      settings,
    }));
    const { webhook } = found;
    if (webhook === undefined) throw unknownWebhook(id);
    const secrets = currentSecrets(found.secrets, id, Date.now());
    if (secrets.length === 0)
      throw new Error(`there is no secret of ${id} here; 'prime-registry webhook rotate-secret' makes one`);
    // Loaded on demand, with the HTTP client.
    const { openReceiver } = await import('../../events/send-message.ts');
    const receiver = openReceiver(webhook, readWayOut(found.settings, [webhook.url]));
    const ping = createPing(id, randomBytes(12).toString('hex'), Date.now());
    const { kind, status } = await receiver.send(ping, secrets, Date.now());
    await receiver.close();
    const isDelivered = kind === 'delivered';
    if (flags.json === true) await printJson(host, { id, message: ping.id, delivered: isDelivered, status });
    else if (isDelivered) await printLine(host, `Delivered ${ping.id}: ${status}.`);
    else host.stderr.write(`prime-registry: ${ping.id} was not delivered: ${status}\n`);
    return isDelivered ? 0 : 1;
  },
};
