// Retries with exponential backoff. A write is only retried when the registry said that it was not carried
// out, and when to retry.
import { RegistryRequestError } from '../registry-request-error.ts';
import { isFinal } from './connection-failure.ts';
import type { Pace } from './pace.ts';

/** The longest `Retry-After` that is obeyed; for a longer one, the request fails and a person decides. */
const MAX_RETRY_AFTER_MS = 60_000;

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;

export interface Attempt {
  /** From 1. */
  readonly number: number;
  /** Whether the head of a response arrived. */
  hasAnswer: boolean;
}

export interface RetryPlan {
  /** Whether the request is safe to repeat. */
  readonly isRepeatable: boolean;
  /** Most retries. */
  readonly retries: number;
  readonly pace: Pace;
  readonly signal: AbortSignal | undefined;
  /** What is left of the wait, in milliseconds. */
  readonly findLeftMs?: () => number;
}

/** Runs the operation, with retries. Rejects with the error of the last attempt. */
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
      if (pauseMs === undefined || pauseMs >= (plan.findLeftMs?.() ?? pauseMs + 1)) throw error;
      // After an abort during the sleep, the next attempt fails immediately with `aborted`.
      await plan.pace.sleep(pauseMs, plan.signal);
    }
  }
}

/** The pause before the next attempt; undefined if there must be none. */
function findPause(error: unknown, attempt: Attempt, { isRepeatable, pace }: RetryPlan): number | undefined {
  if (!(error instanceof RegistryRequestError)) return undefined;
  const { reason, status, retryAfterMs, connectionCode = '' } = error;
  if (isFinal(connectionCode)) return undefined;
  if (retryAfterMs !== undefined && retryAfterMs > MAX_RETRY_AFTER_MS) return undefined;
  const isInvited = retryAfterMs !== undefined && (status === 429 || status === 503);
  const isInterrupted = reason === 'unreachable' || (reason === 'timeout' && !attempt.hasAnswer);
  // 408: the server gave the connection up just before the request (RFC 9110, section 15.5.9).
  const isPassing = isInterrupted || status === 408 || status === 502 || status === 503 || status === 504;
  if (!isInvited && !(isRepeatable && isPassing)) return undefined;
  // Full jitter: clients that failed together do not retry together.
  const ceilingMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt.number - 1));
  return (retryAfterMs ?? 0) + pace.random() * ceilingMs;
}
