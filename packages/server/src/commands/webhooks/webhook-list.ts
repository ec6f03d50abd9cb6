// `prime-registry webhook list`
import { escapeControls, flag, formatColumns } from '@prime-registry/command-line';
import type { Command } from '../command.ts';
import { DATA_SETTINGS, withExistingStore } from '../open-data.ts';
import { printJson, printLine } from '../output.ts';
import { describeWebhook } from './describe-webhook.ts';

export const webhookList: Command = {
  settings: DATA_SETTINGS,
  options: { json: flag('Print JSON, one webhook a line') },
  async run(flags, _parameters, host) {
    const { webhooks, size } = await withExistingStore(host, flags, async (store) => ({
      webhooks: await store.listWebhooks(),
      size: (await store.readLogHead()).edge.size,
    }));
    const listed = webhooks.map((webhook) => ({
      ...describeWebhook(webhook),
      behind: Math.max(0, size - webhook.cursor),
    }));
    if (flags.json === true) for (const each of listed) await printJson(host, each);
    else await printLine(host, listed.length === 0 ? 'There are no webhooks.' : formatTable(listed));
    return 0;
  },
};

type Listed = ReturnType<typeof describeWebhook> & { readonly behind: number };

function formatTable(webhooks: readonly Listed[]): string {
  const rows = webhooks.map((webhook) => [
    webhook.id,
    webhook.state,
    String(webhook.behind),
    webhook.last_attempt_at ?? 'never',
    webhook.last_status === null ? '-' : escapeControls(webhook.last_status),
    webhook.next_attempt_at ?? '-',
    webhook.scopes.join(',') || '*',
    webhook.url,
  ]);
  const head = ['ID', 'STATE', 'BEHIND', 'LAST ATTEMPT', 'ANSWER', 'NEXT ATTEMPT', 'SCOPES', 'URL'];
  return formatColumns([head, ...rows], '').trimEnd();
}
