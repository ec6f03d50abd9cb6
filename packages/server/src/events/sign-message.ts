// Signs what is sent to a webhook (Standard Webhooks 1.0.0, "Signature scheme", symmetric).
import { createHmac } from 'node:crypto';
import { keyOf } from './webhook-secrets.ts';

/** What is signed. */
export interface SignedParts {
  /** The same for each attempt, so that a receiver notices a repetition. */
  readonly id: string;
  readonly body: string;
  /** The time of the attempt, in seconds since the epoch. */
  readonly timestamp: number;
}

/** The headers of a message. @param secrets - all that are valid; each signs */
export function signMessage(
  { id, timestamp, body }: SignedParts,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const signed = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', keyOf(secret)).update(signed).digest('base64')}`,
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
