// Configures the framework: limits, timeouts, log, errors outside of routes, and hooks for every request and
// answer.
import { RegistryError } from '@prime-registry/protocol';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { ServerSettings } from '../config/server-settings.ts';
import type { RegistryMetrics } from '../metrics/registry-metrics.ts';
import type { FindClientAddress } from './connections/client-address.ts';
import { handleClientError } from './connections/client-error.ts';
import { inTurns } from './connections/client-errors-in-turns.ts';
import { type CheckHost, misdirected } from './connections/host-check.ts';
import { AccessLog } from './request-log/access-log.ts';
import type { LogStream } from './request-log/log-stream.ts';
import type { ReadRequestId } from './requests/request-id.ts';
import { routedTarget } from './requests/request-target.ts';
import type { Secrets } from './requests/secrets.ts';
import { isPageTarget } from './response-cache/hot-request.ts';
import { createPageKeeper } from './response-cache/keep-page.ts';
import type { ResponseReuse } from './response-cache/response-reuse.ts';
import { createCompression } from './responses/compress-reads.ts';
import type { CrossOrigin } from './responses/cross-origin.ts';
import { handleError, sendProblem } from './responses/error-handler.ts';
import { cacheJson } from './responses/json-caching.ts';
import { PROTECTIVE_HEADERS } from './responses/protective-headers.ts';
import { createSchemaController } from './schema-compilers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The path of the endpoints that a request with OPTIONS asks about; it has no route. */
    pathOfOptions: string | undefined;
  }
}

// Probes say whatever host their configuration has, and a script learns nothing from them.
const HEALTH = '/-/health/';

/** What is read from every request, and how secrets are hidden. */
export interface RequestReaders {
  readonly addressOf: FindClientAddress;
  readonly requestIdOf: ReadRequestId;
  readonly secrets: Secrets;
}

/** Creates the framework's instance without routes. @param logStream - where log lines go */
export function createApp(
  settings: ServerSettings,
  logStream: LogStream,
  { addressOf, requestIdOf, secrets }: RequestReaders,
): FastifyInstance {
  const accessLog = new AccessLog({ stream: logStream, level: settings.logLevel, addressOf, secrets });
  const stream = { write: (line: string) => logStream.write(secrets.hide(line)) };
  const app = Fastify({
    logger: { level: settings.logLevel, stream, base: null, redact: ['req.headers'] },
    logController: accessLog,
    genReqId: requestIdOf,
    requestTimeout: settings.requestTimeoutMs,
    keepAliveTimeout: settings.keepAliveMs,
    http: {
      requestTimeout: settings.requestTimeoutMs,
      headersTimeout: Math.min(settings.headersTimeoutMs, settings.requestTimeoutMs),
      // Often enough for short timeouts.
      connectionsCheckingInterval: Math.min(settings.requestTimeoutMs, settings.headersTimeoutMs, 5000),
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    rewriteUrl: routedTarget,
    // Routes register HEAD themselves, with the headers of GET; the framework's would count the bytes of the
    // body.
    exposeHeadRoutes: false,
    // As long as a request line may be: the parsers limit names and versions.
    routerOptions: { maxParamLength: 16 * 1024 },
    clientErrorHandler: inTurns(handleClientError),
    schemaController: createSchemaController(),
    // A malformed path has no route, so no hook runs.
    frameworkErrors: (error, request, reply) => {
      const detail = 'The path has a malformed percent-escape; a percent sign itself is written %25.';
      identify(request, reply);
      sendProblem(reply as never, new RegistryError('invalid_request', { detail }, { cause: error }));
      accessLog.requestCompleted(undefined, request as never, reply as never);
    },
  });
  app.setErrorHandler(handleError);
  return app;
}

/** The dependencies of the hooks. */
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
function identify(request: Pick<FastifyRequest, 'id'>, reply: Pick<FastifyReply, 'headers'>): void {
  reply.headers({ 'X-Request-Id': request.id, ...PROTECTIVE_HEADERS });
}
