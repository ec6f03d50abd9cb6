// Answers hot reads in front of the framework, with what was answered to the same target before. No commit is hidden, be
// it another process's: the requests of each turn of the event loop are answered together, after one look at the store.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RegistryMetrics } from '../../metrics/registry-metrics.ts';
import type { FindClientAddress } from '../client-address.ts';
import { isNoneMatchFalse } from '../entity-tag.ts';
import { makeRequestId, type ReadRequestId } from '../request-id.ts';
import { type Secrets, toLoggedPath } from '../secrets.ts';
import { finishResponse } from './finish-response.ts';
import { type FinishedResponse, type HitTally, ResponseCache } from './response-cache.ts';
import type { ResponseReuse } from './response-reuse.ts';

/** What hot reads work with. */
export interface HotReadsDeps {
  readonly metrics: Pick<RegistryMetrics, 'requestDuration' | 'downloads' | 'downloadedBytes'>;
  /** Counts a download of the version with this key. */
  readonly countDownload: (key: string) => void;
  /** Another number after every commit, whatever process it was. @throws, or rejects, when the store cannot answer. */
  readonly changeStamp: () => number | Promise<number>;
  /** Most memory for answers, in bytes; 0 keeps none. */
  readonly maxBytes: number;
  readonly isClosing: () => boolean;
  readonly requestIdOf: ReadRequestId;
  readonly secrets: Secrets;
  /** For the log. */
  readonly addressOf: FindClientAddress;
  /** Whether the connection is one too many, which is for the routes to say. */
  readonly isSurplus: (socket: Socket) => boolean;
  /** Counts a read and tells what headers it gets, `refused` past the limit; undefined where there is none. */
  readonly count: ((request: IncomingMessage) => readonly string[] | 'refused') | undefined;
}

/** Keeps answers and gives them again. Made for registries that anybody may read. */
export class HotReads implements ResponseReuse {
  readonly #deps: HotReadsDeps;
  readonly #cache: ResponseCache;
  readonly #routed = new WeakMap<IncomingMessage, RoutedRequest>();

  #waiting: HotRequest[] = [];
  /** Whether the store is being asked for its stamp. */
  #isAsking = false;
  #route: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  #log: FastifyBaseLogger | undefined;
  #isLogged = false;

  constructor(deps: HotReadsDeps) {
    this.#deps = deps;
    this.#cache = new ResponseCache(deps.maxBytes);
  }

  /** Steps in front of whoever handles the requests of the server. */
  attach({ server, log }: FastifyInstance): void {
    if (this.#deps.maxBytes === 0) return;
    const handlers = server.listeners('request') as ((...parameters: unknown[]) => void)[];
    server.removeAllListeners('request');
    this.#route = (request, response) => {
      for (const handle of handlers) handle.call(server, request, response);
    };
    this.#isLogged = LOGGED_LEVELS.has(log.level);
    this.#log = log;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (!isHot(request) || this.#deps.isSurplus(request.socket)) this.#route(request, response);
      // The first of a turn of the event loop sees to the others; the end of a question, to those who came meanwhile.
      else if (this.#waiting.push({ request, response }) === 1 && !this.#isAsking) {
        setImmediate(() => this.flush());
      }
    });
  }

  /**
   * Keeps what a route is about to answer, for those who ask for the same.
   * @param downloadKey - what a tarball is counted under
   */
  keep(request: FastifyRequest, reply: FastifyReply, body: string | Uint8Array, downloadKey?: string): void {
    const routed = this.#routed.get(request.raw);
    const route = request.routeOptions.url;
    if (routed === undefined || route === undefined) return;
    const answer = {
      status: reply.statusCode,
      headers: reply.getHeaders(),
      body,
      requestId: request.id,
      route,
      downloadKey,
      tally: routed.tally,
    };
    this.#cache.keep(routed.target, routed.stamp, finishResponse(answer), routed.untilMs);
  }

  /** Lets the answer to a request be given to others for so many milliseconds at most, whatever the store says. */
  limit({ raw }: FastifyRequest, forMs: number): void {
    const routed = this.#routed.get(raw);
    if (routed !== undefined) routed.untilMs = performance.now() + forMs;
  }

  /** Has every time that the answer to a request is given to others counted. */
  countReuses({ raw }: FastifyRequest, tally: HitTally): void {
    const routed = this.#routed.get(raw);
    if (routed !== undefined) routed.tally = tally;
  }

  /**
   * Answers the requests that wait. One look at the store serves all of them: it comes after each was received, so that
   * whatever was committed before a request was sent is seen. Where the look takes its time, those who come meanwhile wait for
   * another one.
   */
  flush(): void {
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    const stamp = this.#deps.isClosing() ? undefined : this.#findStamp();
    if (typeof stamp === 'object') void this.#answerAfter(stamp, waiting);
    else this.#answerAll(waiting, stamp);
  }

  async #answerAfter(asked: Promise<number>, waiting: readonly HotRequest[]): Promise<void> {
    this.#isAsking = true;
    const stamp = await asked.catch(() => undefined);
    this.#isAsking = false;
    // Asked at once: the next answer is on its way while these are given.
    this.flush();
    this.#answerAll(waiting, stamp);
  }

  #answerAll(waiting: readonly HotRequest[], stamp: number | undefined): void {
    for (const { request, response } of waiting) {
      if (stamp === undefined || !this.#answer(request, response, stamp)) this.#route(request, response);
    }
  }

  /** @returns whether it was answered. */
  #answer(request: IncomingMessage, response: ServerResponse, stamp: number): boolean {
    const target = request.url ?? '';
    const finished = this.#cache.find(target, stamp);
    if (finished === undefined) {
      this.#routed.set(request, { target, stamp });
      return false;
    }
    const { id, isPlain, ifNoneMatch } = readRequest(request, this.#deps.requestIdOf);
    if (!isPlain) return false;
    const standing = this.#deps.count?.(request);
    // The routes say so: they count it again, and find no more than was found here.
    if (standing === 'refused') return false;
    const own = standing === undefined ? ['x-request-id', id] : ['x-request-id', id, ...standing];
    const isCurrent = finished.etag !== undefined && isNoneMatchFalse(ifNoneMatch, finished.etag);
    if (isCurrent) response.writeHead(304, [...finished.headersOf304, ...own]).end();
    else sendFinished(response, finished, id, own);
    this.#count(request, finished, response.statusCode);
    if (this.#isLogged) this.#logAnswer(request, response.statusCode, id);
    return true;
  }

  #logAnswer(request: IncomingMessage, status: number, id: string): void {
    const { method, url = '' } = request;
    const path = toLoggedPath(url, this.#deps.secrets);
    const remote = this.#deps.addressOf(request);
    this.#log?.info({ request_id: id, method, path, status, duration_ms: 0, remote }, 'request');
  }

  /** What keeps the store from answering is for the routes to tell. */
  #findStamp(): number | Promise<number> | undefined {
    try {
      return this.#deps.changeStamp();
    } catch {
      return undefined;
    }
  }

  #count(
    { method = 'GET' }: IncomingMessage,
    { route, bodyBytes, downloadKey, tally }: FinishedResponse,
    status: number,
  ): void {
    const { requestDuration, downloads, downloadedBytes } = this.#deps.metrics;
    requestDuration.observe({ method, route, status: String(status) }, HOT_READ_S);
    if (tally !== undefined) tally.hits += 1;
    if (downloadKey === undefined || status !== 200 || method !== 'GET') return;
    this.#deps.countDownload(downloadKey);
    downloads.inc();
    downloadedBytes.inc(bodyBytes);
  }
}

/** What an answer from memory takes, in seconds: too little to be worth a look at the clock. */
const HOT_READ_S = 0.00002;

/** Levels at which every request has its line. */
const LOGGED_LEVELS: ReadonlySet<string> = new Set(['trace', 'debug', 'info']);

function isHot({ method, url = '' }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && url.startsWith('/pack/');
}

/** A request that a route answers. */
interface RoutedRequest {
  /** As it came: routing changes it. */
  readonly target: string;
  /** The stamp of the store from before it. */
  readonly stamp: number;
  /** Until when its answer may be given to others, by performance.now(). */
  untilMs?: number;
  /** Where it is counted when its answer is given to others. */
  tally?: HitTally;
}

/** A request that waits for its answer. */
interface HotRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** What an answer depends on beside its target. */
interface HotRequestHeaders {
  readonly id: string;
  /** False for what is left to the routes: ranges, requests with a body, and those that want a digest. */
  readonly isPlain: boolean;
  readonly ifNoneMatch: string | undefined;
}

/** The names are looked for in the raw headers: to make an object of all headers takes longer than the rest of the answer. */
function readRequest(request: IncomingMessage, requestIdOf: ReadRequestId): HotRequestHeaders {
  const { rawHeaders } = request;
  let ifNoneMatch: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!LENGTHS_THAT_MATTER.has(name.length)) continue;
    // The only one that is usual, and it can come twice.
    if (ifNoneMatch !== undefined || name.toLowerCase() !== 'if-none-match') {
      return readHeaders(request, requestIdOf);
    }
    ifNoneMatch = rawHeaders[index + 1];
  }
  return { id: makeRequestId(), isPlain: true, ifNoneMatch };
}

function readHeaders(request: IncomingMessage, requestIdOf: ReadRequestId): HotRequestHeaders {
  const { 'if-none-match': ifNoneMatch } = request.headers;
  const isPlain = !HEADERS_FOR_ROUTES.some((name) => name in request.headers);
  return { id: requestIdOf(request), isPlain, ifNoneMatch };
}

const HEADERS_FOR_ROUTES = ['range', 'content-length', 'transfer-encoding', 'want-repr-digest'];
const HEADERS_THAT_MATTER = [...HEADERS_FOR_ROUTES, 'if-none-match', 'x-request-id'];
const LENGTHS_THAT_MATTER: ReadonlySet<number> = new Set(HEADERS_THAT_MATTER.map(({ length }) => length));

function sendFinished(
  response: ServerResponse,
  finished: FinishedResponse,
  id: string,
  own: readonly string[],
): void {
  const { status, headers, body, encoding, bodyBytes, requestIdAt } = finished;
  if (requestIdAt === undefined || typeof body !== 'string') {
    response.writeHead(status, [...headers, ...own]).end(body, encoding);
    return;
  }
  const length = String(bodyBytes + id.length);
  response
    .writeHead(status, [...headers, 'content-length', length, ...own])
    .end(body.slice(0, requestIdAt) + id + body.slice(requestIdAt), encoding);
}
