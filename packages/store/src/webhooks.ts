// Webhooks, each one row. Progress is recorded only if the row is as it was read: neither a process that was paused nor one
// that does not know of a replay can move a webhook.
import type { Selectable } from 'kysely';
import { createAuditRecorder } from './audit-log.ts';
import {
  MAX_WEBHOOKS,
  type NewWebhook,
  type Webhook,
  type WebhookProgress,
  type WebhookState,
  type WebhookStore,
} from './contracts/webhook-store.ts';
import type { SqlStoreDeps } from './engine.ts';
import { prepareQuery } from './sql/prepared-query.ts';
import type { Schema } from './sql/schema.ts';

export function createWebhookStore({ transact, locks, reader }: SqlStoreDeps): WebhookStore {
  const record = createAuditRecorder();
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
        await transaction.insertInto('webhooks').values(toRow(webhook, cursor)).execute();
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

function toRow(webhook: NewWebhook, cursor: number) {
  return {
    id: webhook.id,
    url: webhook.url,
    types: JSON.stringify(webhook.types),
    scopes: JSON.stringify(webhook.scopes),
    allow_private: webhook.allowsPrivateAddresses ? 1 : 0,
    created_at_ms: webhook.createdAtMs,
    ...toProgressRow({
      ...{ cursor, attempts: 0, nextAtMs: 0, state: 'active' },
      ...{ lastStatus: undefined, lastAtMs: undefined },
    }),
  };
}

function toProgressRow({ cursor, attempts, nextAtMs, state, lastStatus, lastAtMs }: WebhookProgress) {
  return {
    ...{ cursor, attempts, state },
    next_at_ms: nextAtMs,
    last_status: lastStatus ?? null,
    last_at_ms: lastAtMs ?? null,
  };
}

function toWebhook(row: Selectable<Schema['webhooks']>): Webhook {
  return {
    ...{ id: row.id, url: row.url, attempts: row.attempts },
    types: JSON.parse(row.types) as string[],
    scopes: JSON.parse(row.scopes) as string[],
    allowsPrivateAddresses: row.allow_private === 1,
    createdAtMs: Number(row.created_at_ms),
    cursor: Number(row.cursor),
    nextAtMs: Number(row.next_at_ms),
    state: row.state as WebhookState,
    lastStatus: row.last_status ?? undefined,
    lastAtMs: row.last_at_ms === null ? undefined : Number(row.last_at_ms),
  };
}
