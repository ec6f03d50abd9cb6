// `prime-registry webhook add`

import { randomBytes } from 'node:crypto';
import type { Flags } from '@prime-registry/command-line';
import { flag } from '@prime-registry/command-line';
import { parseScope } from '@prime-registry/protocol/basics';
import type { NewWebhook } from '@prime-registry/store';
import { operatorActs } from '../../actions/tokens/act.ts';
import type { ServerSettings } from '../../config/server-settings.ts';
import { DEFAULT_EVENT_TYPES, EVENT_TYPES } from '../../events/event-types.ts';
import { makeWebhookSecret } from '../../events/webhook-secrets.ts';
import { changeWebhookSecrets, findWebhookSecretsPath } from '../../wiring/webhook-secrets-file.ts';
import { type Command, repeatable } from '../command.ts';
import { type Store, settingsOf, withExistingStore } from '../open-data.ts';
import { printSecret } from '../output.ts';
import { listOf, readParsed, readWord } from '../read-options.ts';
import { describeWebhook } from './describe-webhook.ts';
import { WEBHOOK_SETTINGS } from './webhook-data.ts';
import { readWebhookUrl } from './webhook-url.ts';

export const webhookAdd: Command = {
  settings: WEBHOOK_SETTINGS,
  options: {
    type: repeatable(
      '<word>',
      `An event, one of ${EVENT_TYPES.join(', ')}`,
      `; default all but imported and mirrored`,
    ),
    scope: repeatable('<@scope>', 'Only events of Primes of this scope', '; default all'),
    'allow-private-addresses': flag('The address may be inside your network, or this machine'),
    'allow-insecure': flag('The address may begin with http: instead of https:'),
    json: flag('Print JSON'),
  },
  async run(flags, [url = ''], host) {
    const webhook = readWebhook(url, flags);
    const secret = makeWebhookSecret();
    // Before the database is asked: it is wrong whatever that says.
    findWebhookSecretsPath(settingsOf(host, flags));
    const added = await withExistingStore(host, flags, (store, settings) =>
      add(store, settings, webhook, secret),
    );
    if (added === undefined) throw new Error('there are too many webhooks; remove one first');
    const report = { ...describeWebhook(added), secret };
    printSecret(host, flags.json, secret, report, `Webhook ${webhook.id}; its secret cannot be shown again.`);
    return 0;
  },
};

/** The secret first: a server that finds the webhook needs it. */
async function add(store: Store, settings: ServerSettings, webhook: NewWebhook, secret: string) {
  const { id, createdAtMs } = webhook;
  await changeWebhookSecrets(settings, store, (secrets) => {
    secrets.set(id, [{ secret, untilMs: undefined }]);
  });
  const { edge } = await store.readLogHead();
  const act = operatorActs('webhook-add', createdAtMs);
  if (await store.insertWebhook(webhook, edge.size, act)) return await store.findWebhook(id);
  await changeWebhookSecrets(settings, store, (secrets) => {
    secrets.delete(id);
  });
  return undefined;
}

function readWebhook(url: string, flags: Flags): NewWebhook {
  const allowsPrivateAddresses = flags['allow-private-addresses'] === true;
  return {
    id: `wh_${randomBytes(6).toString('hex')}`,
    url: readWebhookUrl(url, { allowsPrivateAddresses, allowsInsecure: flags['allow-insecure'] === true }),
    types: [
      ...new Set(
        listOf(flags.type)?.map((word) => readWord('--type', word, EVENT_TYPES)) ?? DEFAULT_EVENT_TYPES,
      ),
    ],
    scopes: (listOf(flags.scope) ?? []).map((text) => readParsed(parseScope(text), '--scope')),
    allowsPrivateAddresses,
    createdAtMs: Date.now(),
  };
}
