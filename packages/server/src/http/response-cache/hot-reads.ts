// Answers hot reads in front of the framework, from the response cache. It never hides a commit, not even one
// of another process: the requests of each turn of the event loop are answered together, after one look at
// the store.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type HandleRequest, takeOverRequests } from '../connections/node-internals.ts';
import { HeadEnds } from '../connections/text-heads.ts';
import { quotePath } from '../request-log/request-line.ts';
import type { ReadRequestId } from '../requests/request-id.ts';
import type { Secrets } from '../requests/secrets.ts';
import { finishResponse } from './finish-response.ts';
import { encodedKeyOf, type HotRequest, isHot, readHotHeaders } from './hot-request.ts';
import type { ReadLeases } from './read-leases.ts';
import type { RecordHotRead } from './record-hot-read.ts';
import { type FinishedResponse, type HitTally, ResponseCache } from './response-cache.ts';
import type { ResponseReuse } from './response-reuse.ts';
import { sendKept } from './send-kept.ts';

export interface HotReadsDeps {
  /** A number that every commit of any process changes. @throws, or rejects, when the store cannot answer. */
  readonly changeStamp: () => number | Promise<number>;
  /** Most memory for answers, in bytes; 0 turns hot reads off. */
  readonly maxBytes: number;
  /** For the time after a look at the store; undefined to look for each turn of the event loop. */
  readonly leases?: Pick<ReadLeases, 'grant' | 'proxyHeaders'> | undefined;
  readonly isClosing: () => boolean;
  readonly requestIdOf: ReadRequestId;
  readonly secrets: Secrets;
  /** Whether the routes refuse the request, or answer it as no other. */
  readonly mustRoute: (request: IncomingMessage) => boolean;
  /** Counts a read for its rate limit and returns its headers, or `refused`; undefined without a limit. */
  readonly countRead: ((request: IncomingMessage) => readonly string[] | 'refused') | undefined;
  readonly record: RecordHotRead;
}

/** Keeps answers and sends them again. Only for registries that anybody may read: it checks no tokens. */
export class HotReads implements ResponseReuse {
  readonly #deps: HotReadsDeps;
  readonly #cache: ResponseCache;
  readonly #routed = new WeakMap<IncomingMessage, RoutedRequest>();

  #headEnds = new HeadEnds(0);
  /** Those of this turn of the event loop: to answer them together takes less processor time than each when it arrives. */
  #arrived: HotRequest[] = [];
  /** Those that a look at the store has to come first for. */
  #waiting: HotRequest[] = [];
  /** Whether a change stamp is awaited. */
  #isAsking = false;
  #route: HandleRequest = () => {};

  constructor(deps: HotReadsDeps) {
    this.#deps = deps;
    this.#cache = new ResponseCache(deps.maxBytes, deps.leases);
  }

  /** Takes the place of the framework as the handler of requests; it routes those that it does not answer. */
  attach({ server }: FastifyInstance): void {
    if (this.#deps.maxBytes === 0) return;
    this.#route = takeOverRequests(server);
    this.#headEnds = new HeadEnds(server.keepAliveTimeout);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (!isHot(request) || this.#deps.mustRoute(request)) this.#route(request, response);
      else this.#enqueue({ request, response, receivedAtMs: performance.now() });
    });
  }

  keep(request: FastifyRequest, reply: FastifyReply, body: string | Uint8Array, downloadKey?: string): void {
    const routed = this.#routed.get(request.raw);
    const route = request.routeOptions.url;
    if (routed === undefined || route === undefined) return;
    const answer = {
      status: reply.statusCode,
      headers: reply.getHeaders(),
      body,
      requestId: request.id,
      quotedPath: quotePath(routed.target, this.#deps.secrets),
      route,
      downloadKey,
      tally: routed.tally,
    };
    const stamp = routed.isUnchanging ? undefined : routed.stamp;
    const key = String(reply.getHeader('Vary')).includes('Accept-Encoding')
      ? encodedKeyOf({ url: routed.target, rawHeaders: request.raw.rawHeaders })
      : routed.target;
    const { untilMs, isLeasable } = routed;
    this.#cache.keep(key, stamp, finishResponse(answer), { untilMs, isLeasable });
  }

  outlast({ raw }: FastifyRequest): void {
    const routed = this.#routed.get(raw);
    if (routed === undefined) return;
    routed.isUnchanging = true;
    this.#cache.noteLook(routed.stamp);
  }

  /** Forgets the answers that outlast commits: what they were about turned out to be another thing now. */
  forgetUnchanging(): void {
    this.#cache.dropUnchanging();
  }

  lease({ raw }: FastifyRequest): void {
    const routed = this.#routed.get(raw);
    if (routed !== undefined) routed.isLeasable = true;
  }

  limit({ raw }: FastifyRequest, forMs: number): void {
    const routed = this.#routed.get(raw);
    if (routed !== undefined) routed.untilMs = performance.now() + forMs;
  }

  countReuses({ raw }: FastifyRequest, tally: HitTally): void {
    const routed = this.#routed.get(raw);
    if (routed !== undefined) routed.tally = tally;
  }

  /**
   * Answers the requests that wait, after one look at the store for all of them. The look comes after each
   * request was received, so it sees every commit that was made before the request was sent. Requests that
   * arrive during an asynchronous look wait for the next one.
   */
  flush(): void {
    const arrived = this.#arrived;
    this.#arrived = [];
    for (const hot of arrived) if (!this.#answerLeased(hot)) this.#waiting.push(hot);
    // During an asynchronous look, its end comes here again.
    if (this.#isAsking) return;
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    const atMs = performance.now();
    const stamp = this.#deps.isClosing() ? undefined : this.#findStamp();
    if (typeof stamp === 'object') void this.#answerAfter(stamp, atMs, waiting);
    else this.#answerAll(waiting, stamp, atMs);
  }

  /** The first request of a turn schedules the flush. */
  #enqueue(hot: HotRequest): void {
    if (this.#arrived.push(hot) === 1) setImmediate(() => this.flush());
  }

  async #answerAfter(asked: Promise<number>, atMs: number, waiting: readonly HotRequest[]): Promise<void> {
    this.#isAsking = true;
    const stamp = await asked.catch(() => undefined);
    this.#isAsking = false;
    // First: the next look at the store is in flight while these are answered.
    this.flush();
    this.#answerAll(waiting, stamp, atMs);
  }

  #answerAll(waiting: readonly HotRequest[], stamp: number | undefined, lookedAtMs: number): void {
    for (const hot of waiting) {
      if (stamp === undefined || !this.#answer(hot, stamp, lookedAtMs))
        this.#route(hot.request, hot.response);
    }
  }

  /** @returns whether it was answered */
  #answer(hot: HotRequest, stamp: number, lookedAtMs: number): boolean {
    const { request } = hot;
    const { url: target = '' } = request;
    const kept =
      this.#cache.find(target, stamp, lookedAtMs) ??
      this.#cache.find(encodedKeyOf(request), stamp, lookedAtMs);
    if (kept === undefined) {
      this.#routed.set(request, { target, stamp });
      return false;
    }
    return this.#send(hot, kept);
  }

  /** Answers at once if the answer has a read lease. @returns whether it was answered */
  #answerLeased(hot: HotRequest): boolean {
    const { leases, isClosing } = this.#deps;
    if (leases === undefined || isClosing()) return false;
    const { url: target = '' } = hot.request;
    // With the time before the look at the lease: should the process be stopped in between, proxies keep nothing.
    const proxyHeaders = leases.proxyHeaders();
    const kept = this.#cache.findLeased(target) ?? this.#cache.findLeased(encodedKeyOf(hot.request));
    if (kept === undefined) return false;
    // A tarball says itself that proxies may keep it, for longer.
    return this.#send(hot, kept, kept.downloadKey === undefined ? proxyHeaders : NONE);
  }

  /** @returns false if only a route can answer the request */
  #send(hot: HotRequest, kept: FinishedResponse, further = NONE): boolean {
    const { request, response } = hot;
    const { id, isPlain, ifNoneMatch } = readHotHeaders(request, this.#deps.requestIdOf);
    if (!isPlain) return false;
    const rateLimit = this.#deps.countRead?.(request) ?? NONE;
    // The routes answer it: they count it again, and find the bucket as empty as it was found here.
    if (rateLimit === 'refused') return false;
    const headEnd = this.#headEnds.at(Date.now());
    const ownHeaders = further.length === 0 ? rateLimit : [...rateLimit, ...further];
    sendKept(response, kept, { requestId: id, ifNoneMatch, ownHeaders, headEnd });
    this.#deps.record(hot, kept, id);
    return true;
  }

  /** Undefined when the store cannot answer: the routes then say what is wrong. */
  #findStamp(): number | Promise<number> | undefined {
    try {
      return this.#deps.changeStamp();
    } catch {
      return undefined;
    }
  }
}

/** No headers: one array for all, as every hot read has them. */
const NONE: readonly string[] = [];

/** A request that a route answers. */
interface RoutedRequest {
  /** As it was sent: routing changes it. */
  readonly target: string;
  /** The change stamp from before it was routed. */
  readonly stamp: number;
  /** Whether no commit changes its answer. */
  isUnchanging?: boolean;
  /** Whether every change of its answer waits for read leases. */
  isLeasable?: boolean;
  /** Until when its answer may be sent to others, by performance.now(). */
  untilMs?: number;
  /** Counts how often its answer is sent to others. */
  tally?: HitTally;
}
