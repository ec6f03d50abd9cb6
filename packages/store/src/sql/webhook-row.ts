// Rows of the table `webhooks` and what they mean.
import type { Selectable } from 'kysely';
import type { NewWebhook, Webhook, WebhookProgress, WebhookState } from '../contracts/webhook-store.ts';
import type { Schema } from './schema.ts';

export function toWebhookRow(webhook: NewWebhook, cursor: number) {
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

export function toProgressRow({ cursor, attempts, nextAtMs, state, lastStatus, lastAtMs }: WebhookProgress) {
  return {
    ...{ cursor, attempts, state },
    next_at_ms: nextAtMs,
    last_status: lastStatus ?? null,
    last_at_ms: lastAtMs ?? null,
  };
}

export function toWebhook(row: Selectable<Schema['webhooks']>): Webhook {
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
