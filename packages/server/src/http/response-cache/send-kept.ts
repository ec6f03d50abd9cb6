// Sends an answer of the response cache.
import type { ServerResponse } from 'node:http';
import { isNoneMatchFalse } from '../responses/entity-tag.ts';
import type { FinishedResponse } from './response-cache.ts';

/** What an answer does not share with other requests for the same target. */
export interface OwnParts {
  readonly requestId: string;
  readonly ifNoneMatch: string | undefined;
  /** Rate-limit headers, names and values in turn. */
  readonly rateLimit: readonly string[];
}

/** Sends the answer, or a 304 to a client that has it. When this returns, the answer is with the socket. */
export function sendKept(response: ServerResponse, kept: FinishedResponse, own: OwnParts): void {
  const { requestId, ifNoneMatch, rateLimit } = own;
  const ownHeaders = ['x-request-id', requestId, ...rateLimit];
  if (kept.etag !== undefined && isNoneMatchFalse(ifNoneMatch, kept.etag)) {
    response.writeHead(304, [...kept.headersOf304, ...ownHeaders]).end();
    return;
  }
  const { status, headers, body, encoding, bodyBytes, requestIdAt } = kept;
  if (requestIdAt === undefined || typeof body !== 'string') {
    response.writeHead(status, [...headers, ...ownHeaders]).end(body, encoding);
    return;
  }
  const length = String(bodyBytes + requestId.length);
  response
    .writeHead(status, [...headers, 'content-length', length, ...ownHeaders])
    .end(body.slice(0, requestIdAt) + requestId + body.slice(requestIdAt), encoding);
}
