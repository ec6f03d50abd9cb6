// A webhook as commands print it.
import { formatTimestamp } from '@prime-registry/protocol/basics';
import type { Webhook } from '@prime-registry/store';

/** Describes a webhook, without its secret. */
export function describeWebhook({ nextAtMs, lastAtMs, ...webhook }: Webhook) {
  return {
    id: webhook.id,
    url: webhook.url,
    types: webhook.types,
    scopes: webhook.scopes,
    allow_private_addresses: webhook.allowsPrivateAddresses,
    created_at: formatTimestamp(webhook.createdAtMs),
    state: webhook.state,
    next_index: webhook.cursor,
    failed_attempts: webhook.attempts,
    next_attempt_at: nextAtMs === 0 ? null : formatTimestamp(nextAtMs),
    last_status: webhook.lastStatus ?? null,
    last_attempt_at: lastAtMs === undefined ? null : formatTimestamp(lastAtMs),
  };
}
