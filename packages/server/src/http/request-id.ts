// Every request has an id: the caller's own when it sent a harmless one, so that a trace can be followed through.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The id of a request, for the log, `X-Request-Id` and problems. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[0-9A-Za-z._-]{1,100}$/.test(given) ? given : makeRequestId();
}

/** A new id, for a request that brings none. */
export function makeRequestId(): string {
  return randomUUID();
}
