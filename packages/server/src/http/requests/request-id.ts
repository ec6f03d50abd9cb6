// The id of a request: the client's own if it is harmless, so that a trace can be followed.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The id of a request, for the log, `X-Request-Id` and problem documents. */
export type ReadRequestId = (request: Pick<IncomingMessage, 'headers'>) => string;

/** Creates the function. @param isMasked - whether answers and logs would mask a part of an id */
export function createRequestIdReader(isMasked: (id: string) => boolean): ReadRequestId {
  return ({ headers }) => {
    const given = headers['x-request-id'];
    const isHarmless = typeof given === 'string' && /^[0-9A-Za-z._-]{1,100}$/.test(given);
    return isHarmless && !isMasked(given) ? given : makeRequestId();
  };
}

/** A new id, for a request without one. */
export function makeRequestId(): string {
  return randomUUID();
}
