// `prime-registry webhook remove`
import { operatorActs } from '../../actions/tokens/act.ts';
import { changeWebhookSecrets } from '../../wiring/webhook-secrets-file.ts';
import type { Command } from '../command.ts';
import { withExistingStore } from '../open-data.ts';
import { printLine } from '../output.ts';
import { unknownWebhook, WEBHOOK_SETTINGS } from './webhook-data.ts';

export const webhookRemove: Command = {
  settings: WEBHOOK_SETTINGS,
  async run(flags, [id = ''], host) {
    const removed = await withExistingStore(host, flags, async (store, settings) => {
      const webhook = await store.removeWebhook(id, operatorActs('webhook-remove', Date.now()));
      // Also if a removal before this one was interrupted.
      await changeWebhookSecrets(settings, store, (secrets) => {
        secrets.delete(id);
      });
      return webhook;
    });
    if (removed === undefined) throw unknownWebhook(id);
    await printLine(host, `Webhook ${id} is removed.`);
    return 0;
  },
};
