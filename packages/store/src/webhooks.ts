// Webhooks, each one row. Progress is recorded only if the row is as it was read: neither a process that was paused nor one
// that does not know of a replay can move a webhook.
import { record } from './audit-log.ts';
import { MAX_WEBHOOKS, type NewWebhook, type Webhook, type WebhookStore } from './contracts/webhook-store.ts';
import type { SqlStoreDeps } from './engine.ts';
import { prepareQuery } from './sql/prepared-query.ts';
import { toProgressRow, toWebhook, toWebhookRow } from './sql/webhook-row.ts';

export function createWebhookStore({ transact, locks, reader }: SqlStoreDeps): WebhookStore {
  const list = prepareQuery((db, _none: object) =>
    db.selectFrom('webhooks').selectAll().orderBy('created_at_ms').orderBy('id'),
  );
  const findWebhook = async (id: string): Promise<Webhook | undefined> => {
    const row = await reader.selectFrom('webhooks').where('id', '=', id).selectAll().executeTakeFirst();
    return row && toWebhook(row);
  };

  return {
    insertWebhook: (webhook, cursor, act) =>
      transact(async (transaction) => {
        // Two that insert the last one at once: the second one finds no place.
        await locks.lockPublishes(transaction);
        const { count } = await transaction
          .selectFrom('webhooks')
          .select((eb) => eb.fn.countAll().as('count'))
          .executeTakeFirstOrThrow();
        if (Number(count) >= MAX_WEBHOOKS) return false;
        await transaction.insertInto('webhooks').values(toWebhookRow(webhook, cursor)).execute();
        await record(transaction, { ...act, details: describe(webhook) });
        return true;
      }),

    async listWebhooks() {
      return (await list(reader, {})).map(toWebhook);
    },

    findWebhook,

    removeWebhook: (id, act) =>
      transact(async (transaction) => {
        const [row] = await transaction.deleteFrom('webhooks').where('id', '=', id).returningAll().execute();
        if (row === undefined) return undefined;
        const webhook = toWebhook(row);
        await record(transaction, { ...act, details: describe(webhook) });
        return webhook;
      }),

    replayWebhook: (id, cursor, act) =>
      transact(async (transaction) => {
        const [row] = await transaction
          .updateTable('webhooks')
          .set({ attempts: 0, next_at_ms: 0, state: 'active', ...(cursor !== undefined && { cursor }) })
          .where('id', '=', id)
          .returningAll()
          .execute();
        if (row === undefined) return undefined;
        const webhook = toWebhook(row);
        await record(transaction, { ...act, details: { webhook: id, from: webhook.cursor } });
        return webhook;
      }),

    noteProgress: ({ id, cursor, attempts, state }, after, act) =>
      transact(async (transaction) => {
        const [moved] = await transaction
          .updateTable('webhooks')
          .set(toProgressRow(after))
          .where('id', '=', id)
          .where('cursor', '=', cursor)
          .where('attempts', '=', attempts)
          .where('state', '=', state)
          .returning('id')
          .execute();
        if (moved === undefined) return false;
        const { state: next, lastStatus } = after;
        if (act !== undefined)
          await record(transaction, {
            ...act,
            details: { webhook: id, state: next, reason: lastStatus, at: cursor },
          });
        return true;
      }),
  };
}

/** Without the path of the URL: some receivers accept anyone who knows it. */
function describe({ id, url, types, scopes }: NewWebhook) {
  return { webhook: id, receiver: new URL(url).origin, types, scopes };
}
