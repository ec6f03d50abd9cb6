// Prepares an answer of a route for the response cache: separates what all requests share from the request
// id.
import { beginHead } from '../connections/text-heads.ts';
import type { FinishedResponse, HitTally } from './response-cache.ts';

/** An answer of a route that is about to be sent. */
export interface RoutedResponse {
  readonly status: number;
  /** By name, in lower case. */
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string | Uint8Array;
  /** The id of the request, which may be in the body of a problem. */
  readonly requestId: string;
  /** The target for the log, as a JSON text. */
  readonly quotedPath: string;
  readonly route: string;
  /** The key that counts downloads of a tarball; undefined for other answers. */
  readonly downloadKey?: string | undefined;
  readonly tally?: HitTally | undefined;
}

/** Headers that belong to one request, or that are set when the answer is sent. */
const NOT_SHARED: ReadonlySet<string> = new Set([
  'x-request-id',
  'content-length',
  'date',
  'connection',
  'keep-alive',
  'ratelimit-policy',
  'ratelimit',
]);

/**
 * Bytes up to this length are kept as text of one byte a character: it is sent together with the headers, in one call
 * of the system, without memory on the heap.
 */
const MAX_TEXT_BYTES = 12 * 1024;

export function finishResponse({
  status,
  headers,
  body,
  requestId,
  quotedPath,
  route,
  downloadKey,
  tally,
}: RoutedResponse): FinishedResponse {
  const isProblem = status >= 400 && typeof body === 'string';
  const requestIdAt = isProblem ? body.lastIndexOf(requestId) : -1;
  const shared = isProblem && requestIdAt >= 0 ? cut(body, requestIdAt, requestId.length) : body;
  const bodyBytes = Buffer.byteLength(shared);
  const all = Object.entries(headers).filter(([name]) => !NOT_SHARED.has(name));
  const etag = headers.etag;
  const own = [...flatten(all), ...(requestIdAt < 0 ? ['content-length', String(bodyBytes)] : [])];
  const of304 = flatten(all.filter(([name]) => name !== 'content-type' && name !== 'content-encoding'));
  const isBytes = typeof shared !== 'string' && bodyBytes <= MAX_TEXT_BYTES;
  return {
    status,
    headers: own,
    headersOf304: of304,
    head: beginHead(status, own),
    headOf304: beginHead(304, of304),
    body: isBytes ? Buffer.from(shared).toString('latin1') : shared,
    encoding: isBytes || shared.length === bodyBytes ? 'latin1' : 'utf8',
    bodyBytes,
    requestIdAt: requestIdAt < 0 ? undefined : requestIdAt,
    etag: typeof etag === 'string' ? etag : undefined,
    quotedPath,
    route,
    downloadKey,
    tally,
  };
}

function cut(text: string, at: number, length: number): string {
  return text.slice(0, at) + text.slice(at + length);
}

function flatten(headers: readonly (readonly [string, unknown])[]): string[] {
  return headers.flatMap(([name, value]) => [name, String(value)]);
}
