// When a request is sent again, and after which pause. A write is only sent again when the registry said that it did not
// carry it out and when to come back.
import { RegistryRequestError } from '../registry-request-error.ts';
import type { Pace } from './pace.ts';

/** The longest pause that a registry may ask for; past it, waiting is for people to decide. */
export const MAX_RETRY_AFTER_MS = 60_000;

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;

/** One of the times that a request is sent. */
export interface Attempt {
  /** From 1. */
  readonly number: number;
  /** Whether an answer has begun: what goes wrong then was not for want of one. */
  hasAnswer: boolean;
}

/** Who is trying, and how often. */
export interface RetryPlan {
  /** Whether the request changes nothing. */
  readonly isRead: boolean;
  /** Most further attempts. */
  readonly retries: number;
  readonly pace: Pace;
  readonly signal: AbortSignal | undefined;
}

/** Carries out the operation, again where that may help. Rejects with the error of the last attempt. */
export async function withRetries<T>(
  plan: RetryPlan,
  operation: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  for (let number = 1; ; number += 1) {
    const attempt: Attempt = { number, hasAnswer: false };
    try {
      return await operation(attempt);
    } catch (error) {
      const pauseMs = number > plan.retries ? undefined : findPause(error, attempt, plan);
      if (pauseMs === undefined) throw error;
      // When it is called off while it sleeps, the next attempt fails at once and says so.
      await plan.pace.sleep(pauseMs, plan.signal);
    }
  }
}

/** How long to wait until the next attempt; undefined when there shall be none. */
function findPause(error: unknown, attempt: Attempt, { isRead, pace }: RetryPlan): number | undefined {
  if (!(error instanceof RegistryRequestError)) return undefined;
  const { reason, status, retryAfterMs } = error;
  if (retryAfterMs !== undefined && retryAfterMs > MAX_RETRY_AFTER_MS) return undefined;
  const isInvited = retryAfterMs !== undefined && (status === 429 || status === 503);
  const isInterrupted = reason === 'unreachable' || (reason === 'timeout' && !attempt.hasAnswer);
  const isPassing = isInterrupted || status === 502 || status === 503 || status === 504;
  if (!isInvited && !(isRead && isPassing)) return undefined;
  // Full jitter: clients that failed together do not come back together.
  const ceilingMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt.number - 1));
  return (retryAfterMs ?? 0) + pace.random() * ceilingMs;
}
