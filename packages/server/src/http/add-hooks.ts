// Adds the hooks for every request and answer.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RegistryMetrics } from '../metrics/registry-metrics.ts';
import { type CheckHost, misdirected } from './connections/host-check.ts';
import type { Secrets } from './requests/secrets.ts';
import { isPageTarget } from './response-cache/hot-request.ts';
import { createPageKeeper } from './response-cache/keep-page.ts';
import type { ResponseReuse } from './response-cache/response-reuse.ts';
import { createCompression } from './responses/compress-reads.ts';
import type { CrossOrigin } from './responses/cross-origin.ts';
import { cacheJson } from './responses/json-caching.ts';
import { PROTECTIVE_HEADERS } from './responses/protective-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The path of the endpoints that a request with OPTIONS asks about; it has no route. */
    pathOfOptions: string | undefined;
  }
}

// Probes say whatever host their configuration has, and a script learns nothing from them.
const HEALTH = '/-/health/';

export interface HookParts {
  readonly isPrivate: boolean;
  /** Whether pages show only what is in the store. */
  readonly keepsPages: boolean;
  readonly metrics: Pick<RegistryMetrics, 'requestDuration'>;
  readonly responseCache: ResponseReuse;
  readonly secrets: Secrets;
  readonly checkHost: CheckHost;
  readonly crossOrigin: CrossOrigin;
}

/** Adds the hooks for every request and answer; hot reads skip them and do the same themselves. */
export function addHooks(app: FastifyInstance, parts: HookParts): void {
  const { isPrivate, keepsPages, metrics, responseCache, secrets, checkHost, crossOrigin } = parts;
  const { requestDuration } = metrics;
  app.decorateRequest('pathOfOptions', undefined);
  app.addHook('onRequest', async (request, reply) => identify(request, reply));
  app.addHook('onRequest', async ({ raw }) => {
    if (!checkHost(raw) && raw.url?.startsWith(HEALTH) !== true) throw misdirected();
  });
  app.addHook('onRequest', crossOrigin.allowReads);
  const compress = createCompression({ isPrivate });
  app.addHook(
    'onSend',
    cacheJson({ isPrivate, compress, keep: (...answer) => responseCache.keep(...answer) }),
  );
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode < 400 || typeof payload !== 'string') return payload;
    // Errors may repeat what was sent.
    const shown = secrets.hide(payload);
    // For a missing page, browsers get another answer.
    const isForAll = reply.statusCode === 404 && !isPageTarget(request.raw.url ?? '');
    if (isForAll) responseCache.keep(request, reply, shown);
    return shown;
  });
  app.addHook('onSend', async (_request, reply) => {
    // So may redirects.
    const location = reply.getHeader('Location');
    if (typeof location === 'string') reply.header('Location', secrets.hide(location));
  });
  app.addHook('onSend', compress);
  if (keepsPages) app.addHook('onSend', createPageKeeper(responseCache));
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? request.pathOfOptions ?? 'none';
    const series = requestDuration.seriesOf(request.method, route, reply.statusCode);
    series.observe(reply.elapsedTime / 1000);
  });
}

/** Sets the headers of every answer. */
export function identify(request: Pick<FastifyRequest, 'id'>, reply: Pick<FastifyReply, 'headers'>): void {
  reply.headers({ 'X-Request-Id': request.id, ...PROTECTIVE_HEADERS });
}
