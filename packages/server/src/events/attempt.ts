// The outcome of an attempt to deliver a message, and when the next one follows.
import type { Webhook, WebhookProgress } from '@prime-registry/store';

/** What came of an attempt. */
export type Outcome =
  | { readonly kind: 'delivered'; readonly status: string }
  /** The receiver does not want messages any more. */
  | { readonly kind: 'gone'; readonly status: string }
  | {
      readonly kind: 'failed';
      /** Why, in a few words. */
      readonly status: string;
      /** The shortest wait that the receiver asked for, in milliseconds. */
      readonly waitMs: number;
    };

/** The longest attempt, from the connection to the status. */
export const ATTEMPT_MS = 15_000;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The waits after the first failure and those that follow (Standard Webhooks 1.0.0, "Retries"). */
const WAITS_MS = [
  5000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
];
const MAX_WAIT_MS = 24 * HOUR_MS;
/** Waits differ by this share, so that messages for one receiver do not return together. */
const JITTER = 0.1;

/** Where a webhook is after an attempt. @param random - from 0 to 1 */
export function progressAfter(
  before: Pick<Webhook, 'cursor' | 'attempts'>,
  outcome: Outcome,
  nowMs: number,
  random = Math.random(),
): WebhookProgress {
  const { cursor, attempts } = before;
  const last = { lastStatus: outcome.status, lastAtMs: nowMs };
  if (outcome.kind === 'delivered')
    return { ...last, cursor: cursor + 1, attempts: 0, nextAtMs: 0, state: 'active' };
  if (outcome.kind === 'gone')
    return { ...last, cursor, attempts: attempts + 1, nextAtMs: 0, state: 'disabled' };
  const scheduledMs = (WAITS_MS[attempts] ?? MAX_WAIT_MS) * (1 + JITTER * random);
  return {
    ...last,
    cursor,
    attempts: attempts + 1,
    nextAtMs: Math.round(nowMs + Math.min(MAX_WAIT_MS, Math.max(scheduledMs, outcome.waitMs))),
    state: attempts >= WAITS_MS.length ? 'failing' : 'active',
  };
}

/** More than clocks of several machines differ. */
const CLOCK_TOLERANCE_MS = HOUR_MS;

/**
 * When the next attempt is due, in milliseconds since the epoch. A time that is too far away for any wait was recorded by a
 * clock that was ahead, as before a machine has asked for the time: then the attempt is due at once.
 */
export function dueAtMs({ nextAtMs }: Pick<Webhook, 'nextAtMs'>, nowMs: number): number {
  return nextAtMs > nowMs + MAX_WAIT_MS + CLOCK_TOLERANCE_MS ? 0 : nextAtMs;
}
