// Sends an answer of the response cache.
import type { ServerResponse } from 'node:http';
import { joinHeaders, setTextHead } from '../connections/text-heads.ts';
import { isNoneMatchFalse } from '../responses/entity-tag.ts';
import type { FinishedResponse } from './response-cache.ts';

/** What an answer does not share with other requests for the same target. */
export interface OwnParts {
  readonly requestId: string;
  readonly ifNoneMatch: string | undefined;
  /** Such as those of rate limits, names and values in turn. */
  readonly ownHeaders: readonly string[];
  /** What ends the head if the connection stays open. */
  readonly headEnd: string;
}

/** Sends the answer, or a 304 to a client that has it. When this returns, the answer is with the socket. */
export function sendKept(response: ServerResponse, kept: FinishedResponse, own: OwnParts): void {
  const { requestId, ifNoneMatch } = own;
  if (kept.etag !== undefined && isNoneMatchFalse(ifNoneMatch, kept.etag)) {
    writeHead(response, { status: 304, head: kept.headOf304, headers: kept.headersOf304 }, own);
    response.end();
    return;
  }
  const { body, encoding, bodyBytes, requestIdAt } = kept;
  if (requestIdAt === undefined || typeof body !== 'string') {
    writeHead(response, kept, own);
    response.end(body, encoding);
    return;
  }
  writeHead(response, kept, own, ['content-length', String(bodyBytes + requestId.length)]);
  response.end(body.slice(0, requestIdAt) + requestId + body.slice(requestIdAt), encoding);
}

type Head = Pick<FinishedResponse, 'status' | 'head' | 'headers'>;

/** Sets the head as text if it can, which is faster; with the same content as otherwise. */
function writeHead(
  response: ServerResponse,
  { status, head, headers }: Head,
  { requestId, ownHeaders, headEnd }: OwnParts,
  further: readonly string[] = NONE,
): void {
  const text = `${head}${joinHeaders(further)}x-request-id: ${requestId}\r\n${joinHeaders(ownHeaders)}${headEnd}`;
  if (setTextHead(response, status, text)) return;
  response.writeHead(status, [...headers, ...further, 'x-request-id', requestId, ...ownHeaders]);
}

const NONE: readonly string[] = [];
