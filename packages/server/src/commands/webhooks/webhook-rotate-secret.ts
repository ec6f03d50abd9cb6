// `prime-registry webhook rotate-secret`
import { flag, valued } from '@prime-registry/command-line';
import { formatTimestamp } from '@prime-registry/protocol/basics';
import { operatorActs } from '../../actions/tokens/act.ts';
import { makeWebhookSecret } from '../../events/webhook-secrets.ts';
import { changeWebhookSecrets } from '../../wiring/webhook-secrets-file.ts';
import type { Command } from '../command.ts';
import { withExistingStore } from '../open-data.ts';
import { printSecret } from '../output.ts';
import { readDuration } from '../read-options.ts';
import { unknownWebhook, WEBHOOK_SETTINGS } from './webhook-data.ts';

const DEFAULT_OVERLAP = '24h';
/** Earlier secrets of a webhook that still sign: the file of all webhooks has a bound. */
const MOST_EARLIER = 4;

export const webhookRotateSecret: Command = {
  settings: WEBHOOK_SETTINGS,
  options: {
    overlap: valued(
      '<time>',
      `How long the old one still signs, too: 12h, 7d, or 0; default ${DEFAULT_OVERLAP}`,
    ),
    json: flag('Print JSON'),
  },
  async run({ overlap = DEFAULT_OVERLAP, json, ...flags }, [id = ''], host) {
    const overlapMs = overlap === '0' ? 0 : readDuration('--overlap', String(overlap), '12h, 7d');
    const nowMs = Date.now();
    const untilMs = nowMs + overlapMs;
    const secret = makeWebhookSecret();
    const isKnown = await withExistingStore(host, flags, async (store, settings) => {
      if ((await store.findWebhook(id)) === undefined) return false;
      await changeWebhookSecrets(settings, store, (secrets) => {
        // Nobody may have seen the newest one: the command before this one was interrupted.
        const earlier = (secrets.get(id) ?? [])
          .map((old) => ({ secret: old.secret, untilMs: old.untilMs ?? untilMs }))
          .filter((old) => overlapMs > 0 && old.untilMs > nowMs);
        secrets.set(id, [{ secret, untilMs: undefined }, ...earlier.slice(0, MOST_EARLIER)]);
      });
      const details = { webhook: id, overlap_ends_at: formatTimestamp(untilMs) };
      await store.recordAct({ ...operatorActs('webhook-rotate', nowMs), details });
      return true;
    });
    if (!isKnown) throw unknownWebhook(id);
    const overlapEndsAt = formatTimestamp(untilMs);
    const report = { id, secret, overlap_ends_at: overlapEndsAt };
    const note = `The new secret of ${id}; it cannot be shown again. The old one signs, too, until ${overlapEndsAt}.`;
    printSecret(host, json, secret, report, note);
    return 0;
  },
};
