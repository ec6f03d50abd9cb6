// Interface to webhooks: who receives the changes in the log, and up to which entry. Their secrets are not in the database.
import type { Act } from './audit-store.ts';

/**
 * `active`: entries are delivered. `failing`: all attempts of the schedule have failed, and rare ones follow.
 * `disabled`: nothing is delivered, because the receiver asked for that.
 */
export type WebhookState = 'active' | 'failing' | 'disabled';

/** How far a webhook is in the log. */
export interface WebhookProgress {
  /** Index of the log entry that is next. */
  readonly cursor: number;
  /** Failed attempts to deliver that entry. */
  readonly attempts: number;
  /** When to try again, in milliseconds since the epoch. */
  readonly nextAtMs: number;
  readonly state: WebhookState;
  /** The outcome of the last attempt in a few words; undefined before the first. */
  readonly lastStatus: string | undefined;
  /** When that was, in milliseconds since the epoch. */
  readonly lastAtMs: number | undefined;
}

/** What an operator decides about a webhook. */
export interface NewWebhook {
  readonly id: string;
  readonly url: string;
  /** The types of events that are delivered. */
  readonly types: readonly string[];
  /** The scopes of the Primes that events are about; empty for all. */
  readonly scopes: readonly string[];
  /** Whether the URL may lead to a private address. */
  readonly allowsPrivateAddresses: boolean;
  readonly createdAtMs: number;
}

/** A webhook. */
export interface Webhook extends NewWebhook, WebhookProgress {}

/** Most webhooks of a registry: each may have a request under way at the same time. */
export const MAX_WEBHOOKS = 100;

/** Webhooks. */
export interface WebhookStore {
  /**
   * Inserts a webhook.
   * @param cursor - index of the first entry that it gets
   * @returns false if there are {@link MAX_WEBHOOKS} already
   */
  insertWebhook(webhook: NewWebhook, cursor: number, act: Act): Promise<boolean>;
  /** All webhooks, oldest first. */
  listWebhooks(): Promise<Webhook[]>;
  findWebhook(id: string): Promise<Webhook | undefined>;
  /** @returns the removed webhook; undefined if there is none */
  removeWebhook(id: string, act: Act): Promise<Webhook | undefined>;
  /**
   * Continues a webhook immediately, whatever its state.
   * @param cursor - index of the entry that is next; default: the one that it is at
   * @returns the webhook from now on; undefined if there is none
   */
  replayWebhook(id: string, cursor: number | undefined, act: Act): Promise<Webhook | undefined>;
  /**
   * Records progress.
   * @param before - the webhook as it was read
   * @param act - recorded as well: a change of the state
   * @returns false if the webhook has been moved or removed since then: nothing is recorded
   */
  noteProgress(before: Webhook, after: WebhookProgress, act?: Act): Promise<boolean>;
}
