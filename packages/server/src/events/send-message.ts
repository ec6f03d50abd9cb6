// One attempt to deliver a message.
import { parseRetryAfter } from '@prime-registry/protocol';
import { describeFailure } from '../outbound/describe-failure.ts';
import { createGuardedFetch, type GuardedTarget, type WayOut } from '../outbound/guarded-fetch.ts';
import { ATTEMPT_MS, type Outcome } from './attempt.ts';
import { signMessage } from './sign-message.ts';
import type { WebhookMessage } from './webhook-message.ts';

/** The wait after a status that says that the receiver has too much to do, unless it says how long. */
const OVERLOAD_WAIT_MS = 60_000;
const OVERLOADED: ReadonlySet<number> = new Set([429, 502, 504]);

/** A receiver with its open connections. */
export interface Receiver {
  /** Sends a message. @param secrets - all that are valid; never empty */
  send(message: WebhookMessage, secrets: readonly string[], nowMs: number): Promise<Outcome>;
  /** Ends all connections. */
  close(): Promise<void>;
}

/** Where a receiver is. */
export type ReceiverAddress = Pick<GuardedTarget, 'url' | 'allowsPrivateAddresses'>;

/** Opens a receiver; connects when a message is sent. @param way - how requests leave; default: directly */
export function openReceiver({ url, allowsPrivateAddresses }: ReceiverAddress, way?: WayOut): Receiver {
  const { fetch, close } = createGuardedFetch(
    {
      ...{ url, allowsPrivateAddresses, timeoutMs: ATTEMPT_MS },
      howToAllow: 'add the webhook with --allow-private-addresses to allow it',
    },
    way,
  );
  return {
    close,
    async send(message, secrets, nowMs) {
      const { id, body } = message;
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'user-agent': 'prime-registry',
            ...signMessage({ id, body, timestamp: Math.floor(nowMs / 1000) }, secrets),
          },
          body,
          // A redirect would lead to an address that the operator has not given.
          redirect: 'manual',
          signal: AbortSignal.timeout(ATTEMPT_MS),
        });
        // Whatever it contains, and however slowly it arrives.
        await response.body?.cancel().catch(() => undefined);
        return toOutcome(response, nowMs);
      } catch (error) {
        return { kind: 'failed', status: describeFailure(error, ATTEMPT_MS), waitMs: 0 };
      }
    },
  };
}

function toOutcome({ status, ok, headers }: Response, nowMs: number): Outcome {
  const text = String(status);
  if (ok) return { kind: 'delivered', status: text };
  if (status === 410) return { kind: 'gone', status: text };
  const isRedirect = status >= 300 && status < 400;
  const waitMs = parseRetryAfter(headers.get('retry-after'), nowMs);
  return {
    kind: 'failed',
    status: isRedirect ? `${text}, a redirect, which is not followed` : text,
    waitMs: waitMs ?? (OVERLOADED.has(status) ? OVERLOAD_WAIT_MS : 0),
  };
}
