// A request that the response cache may answer: a read under /pack/, of the log, or of a page, without headers that only
// a route handles.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { acceptsGzip, chooseEncoding } from '../requests/accepted-encoding.ts';
import { prefersMarkdown } from '../requests/prefers-markdown.ts';
import { makeRequestId, type ReadRequestId } from '../requests/request-id.ts';

/** A request that waits for its answer. */
export interface HotRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** When the HTTP parser handed it over, by performance.now(). */
  readonly receivedAtMs: number;
}

/** What an answer depends on besides its target. */
export interface HotRequestHeaders {
  readonly id: string;
  /** False for a request that only a route can answer: for a range, with a body, or for a digest. */
  readonly isPlain: boolean;
  readonly ifNoneMatch: string | undefined;
}

/** Whether the response cache may have the answer. */
export function isHot(request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): boolean {
  const { method, url = '' } = request;
  if (method !== 'GET' && method !== 'HEAD') return false;
  // What prefers Markdown gets a document instead of a page.
  return isHotTarget(url) || (isPageTarget(url) && !prefersMarkdown(request));
}

/** Whether everybody who may read gets the same answer to a read of this target, perhaps compressed. */
export function isHotTarget(target: string): boolean {
  return target.startsWith('/pack/') || isOfTheLog(target);
}

/** Whether the target is that of a page that many ask for. Every query would be another page to keep. */
export function isPageTarget(target: string): boolean {
  return PAGES.test(target);
}

const PAGES = /^\/(?:-\/(?:browse|scopes|(?:prime|scope)\/[^?]+))?$/;

/** Whether the target is a tile, a proof, or another text of the log. */
export function isOfTheLog(target: string): boolean {
  return target.startsWith('/-/') && OF_THE_LOG.test(target);
}

const OF_THE_LOG = /^\/-\/(?:log\/|primes\/[^?]*\/proof(?:\?|$))/;

/** What answers are kept by that depend on the encodings that the client accepts. */
export function encodedKeyOf({ url = '', rawHeaders }: Pick<IncomingMessage, 'url' | 'rawHeaders'>): string {
  const accepted = findAcceptEncoding(rawHeaders);
  // Bundles of the log are sent with gzip, or as they are.
  if (url.startsWith(BUNDLES)) return acceptsGzip(accepted) ? `${url} gzip` : `${url} identity`;
  return `${url} ${chooseEncoding(accepted)}`;
}

const BUNDLES = '/-/log/tile/entries/';

/** Its value, or the list of all its values. */
function findAcceptEncoding(rawHeaders: readonly string[]): string | undefined {
  let accepted: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length !== ACCEPT_ENCODING.length || name.toLowerCase() !== ACCEPT_ENCODING) continue;
    const value = rawHeaders[index + 1] ?? '';
    accepted = accepted === undefined ? value : `${accepted}, ${value}`;
  }
  return accepted;
}

const ACCEPT_ENCODING = 'accept-encoding';

/**
 * Reads the headers that matter, from the raw headers: Node takes longer to build the object of all headers
 * than the rest of the answer takes.
 */
export function readHotHeaders(request: IncomingMessage, requestIdOf: ReadRequestId): HotRequestHeaders {
  const { rawHeaders } = request;
  let ifNoneMatch: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!LENGTHS_THAT_MATTER.has(name.length)) continue;
    // Only If-None-Match is common. A second one, or any other header of such a length, takes the slow way.
    if (ifNoneMatch !== undefined || name.toLowerCase() !== 'if-none-match') {
      return readAllHeaders(request, requestIdOf);
    }
    ifNoneMatch = rawHeaders[index + 1];
  }
  return { id: makeRequestId(), isPlain: true, ifNoneMatch };
}

function readAllHeaders(request: IncomingMessage, requestIdOf: ReadRequestId): HotRequestHeaders {
  const { 'if-none-match': ifNoneMatch } = request.headers;
  const isPlain = !HEADERS_FOR_ROUTES.some((name) => name in request.headers);
  return { id: requestIdOf(request), isPlain, ifNoneMatch };
}

const HEADERS_FOR_ROUTES = ['range', 'content-length', 'transfer-encoding', 'want-repr-digest'];
const HEADERS_THAT_MATTER = [...HEADERS_FOR_ROUTES, 'if-none-match', 'x-request-id'];
const LENGTHS_THAT_MATTER: ReadonlySet<number> = new Set(HEADERS_THAT_MATTER.map(({ length }) => length));
