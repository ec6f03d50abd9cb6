// Every request has an id: the caller's own when it sent a harmless one, so that a trace can be followed through.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Tells the id of a request, for the log, `X-Request-Id` and problems. */
export type ReadRequestId = (request: Pick<IncomingMessage, 'headers'>) => string;

/** Makes the function. @param isSecret - whether there is something in an id that nobody else should see */
export function createRequestIdReader(isSecret: (id: string) => boolean): ReadRequestId {
  return ({ headers }) => {
    const given = headers['x-request-id'];
    const isHarmless = typeof given === 'string' && /^[0-9A-Za-z._-]{1,100}$/.test(given);
    return isHarmless && !isSecret(given) ? given : makeRequestId();
  };
}

/** A new id, for a request that brings none. */
export function makeRequestId(): string {
  return randomUUID();
}
