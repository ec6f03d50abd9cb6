// `prime-registry webhook replay`
import { UsageError, valued } from '@prime-registry/command-line';
import { operatorActs } from '../../actions/tokens/act.ts';
import type { Command } from '../command.ts';
import { DATA_SETTINGS, type Store, withExistingStore } from '../open-data.ts';
import { printLine } from '../output.ts';
import { unknownWebhook } from './webhook-data.ts';

export const webhookReplay: Command = {
  settings: DATA_SETTINGS,
  options: {
    from: valued('<index>', 'Log entry to begin with, such as 1204; default the one that was not delivered'),
  },
  async run({ from, ...flags }, [id = ''], host) {
    const webhook = await withExistingStore(host, flags, async (store) =>
      store.replayWebhook(
        id,
        from === undefined ? undefined : await readIndex(store, String(from)),
        operatorActs('webhook-replay', Date.now()),
      ),
    );
    if (webhook === undefined) throw unknownWebhook(id);
    await printLine(host, `Webhook ${id} continues with entry ${webhook.cursor}.`);
    return 0;
  },
};

async function readIndex(store: Store, text: string): Promise<number> {
  const { edge } = await store.readLogHead();
  const index = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (index <= edge.size) return index;
  throw new UsageError(`--from: '${text}' is not an index of the log; use one from 0 to ${edge.size}`);
}
