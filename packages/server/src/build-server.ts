// The wiring of the server, and with open-store.ts and open-blobs.ts the only place that constructs concrete parts.
import swagger from '@fastify/swagger';
import { RegistryError } from '@prime-registry/protocol';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { DownloadCounter } from './actions/download-counter.ts';
import { AtomMemory } from './actions/inventory/atom-memory.ts';
import { EvictionRounds } from './actions/mirror/eviction-rounds.ts';
import { Mirror } from './actions/mirror/mirror.ts';
import { TokenUse } from './actions/token-use.ts';
import type { ServerSettings } from './config/server-settings.ts';
import { AccessLog } from './http/access-log.ts';
import { Admission } from './http/admission/admission.ts';
import { createAddressFinder, type FindClientAddress } from './http/client-address.ts';
import { handleClientError } from './http/client-error.ts';
import { watchConnections } from './http/connections.ts';
import { allowCrossOriginReads } from './http/cross-origin.ts';
import { handleError, sendProblem } from './http/error-handler.ts';
import { cacheJson } from './http/json-caching.ts';
import { PROTECTIVE_HEADERS } from './http/protective-headers.ts';
import { RateLimits } from './http/rate-limits/rate-limits.ts';
import { registerRoutes } from './http/register-routes.ts';
import { leaveBodiesToRoutes } from './http/request-body.ts';
import { createRequestIdReader, type ReadRequestId } from './http/request-id.ts';
import { routedTarget } from './http/request-target.ts';
import { HotReads } from './http/response-cache/hot-reads.ts';
import { createSecrets, type Secrets } from './http/secrets.ts';
import { endStalledConnections } from './http/stalled-connections.ts';
import { createWholeBlobReader } from './http/whole-blobs.ts';
import { createMirrorMetrics } from './metrics/mirror-metrics.ts';
import { createRegistryMetrics, type RegistryMetrics } from './metrics/registry-metrics.ts';
import { timed } from './metrics/timed.ts';
import { openBlobStore, withBlobInventory } from './open-blobs.ts';
import { openStore } from './open-store.ts';
import { openUpstreams } from './open-upstreams.ts';
import { PageMemory } from './pages/page-memory.ts';
import { routes } from './routes/index.ts';
import { SHARED_SCHEMAS } from './routes/responses.ts';
import type { RegistryStore } from './store/registry-store.ts';
import { TarballSpool } from './upstreams/tarball-spool.ts';

/** A registry that is ready to listen. */
export interface RegistryServer {
  readonly app: FastifyInstance;
  readonly store: RegistryStore;
  /** Stops taking requests, lets running ones end, and closes the store. */
  close(): Promise<void>;
}

/** What the server needs beside its settings. */
export interface ServerOptions {
  /** Accepted as an admin token for every scope. */
  readonly adminToken?: string | undefined;
  readonly now?: () => number;
  /** Where log lines go; standard error unless told otherwise. */
  readonly logStream?: { write(line: string): void };
  /** Where its meters are registered; nowhere else unless told. */
  readonly register?: RegistryMetrics['register'];
}

/** Builds the server: opens the store and the blobs, and wires every endpoint. */
export async function buildServer(
  settings: ServerSettings,
  options: ServerOptions = {},
): Promise<RegistryServer> {
  const metrics = createRegistryMetrics(options.register);
  const { changeStamp, ...opened } = await openStore(settings);
  const store = { ...timed('store', opened, metrics.storeDuration), changeStamp };
  const mirrorMetrics = createMirrorMetrics({
    register: metrics.register,
    upstreams: settings.upstreams,
    listHeld: () => opened.listMirrorUsage(),
    now: () => performance.now(),
  });
  const blobs = timed('blobs', await openBlobStore(settings), metrics.storeDuration);
  const addressOf = createAddressFinder(settings.trustedProxies);
  const rates = new RateLimits({
    rates: {
      publish: settings.publishRate,
      yank: settings.yankRate,
      read: settings.readRate,
      'failed-authentication': settings.failedAuthRate,
    },
    addressOf,
    now: options.now ?? (() => performance.now()),
  });
  const secrets = createSecrets(options.adminToken);
  const requestIdOf = createRequestIdReader(secrets.areIn);
  const app = createApp(settings, options, { addressOf, requestIdOf, secrets });
  const endConnections = watchConnections(app.server);
  endStalledConnections(app, settings.stallTimeoutMs);
  const admission = new Admission(app.server, settings, ({ isOverloaded, delayMs, memoryBytes }) => {
    const fields = { delay_ms: Math.round(delayMs), memory_bytes: memoryBytes };
    app.log.warn(fields, isOverloaded ? 'overloaded' : 'no longer overloaded');
  });
  let isClosing = false;

  await app.register(swagger, { openapi: API_INFORMATION, refResolver: { buildLocalReference: nameSchema } });
  for (const schema of SHARED_SCHEMAS) app.addSchema(schema);
  leaveBodiesToRoutes(app);
  const now = options.now ?? Date.now;
  const downloadCounter = new DownloadCounter({
    store,
    now,
    onFailure: (error) => app.log.debug({ err: error }, 'downloads could not be stored'),
  });
  const hotReads = new HotReads({
    metrics,
    countDownload: (key) => downloadCounter.count(key),
    changeStamp,
    maxBytes: settings.isPrivate ? 0 : settings.responseCacheBytes,
    isClosing: () => isClosing,
    requestIdOf,
    secrets,
    addressOf,
    isSurplus: (socket) => admission.isSurplus(socket),
    count: rates.countHotRead,
  });
  addHooks(app, settings, metrics, hotReads, secrets);
  const tokenUse = new TokenUse({
    store,
    now,
    onFailure: (error) => app.log.debug({ err: error }, 'the use of tokens could not be stored'),
  });
  const atomMemory = new AtomMemory();
  const mirror = new Mirror({
    store,
    blobs,
    limits: settings,
    atomMemory,
    now,
    upstreams: await openUpstreams(settings, ({ url, outcome, durationMs }) => {
      metrics.upstreamDuration.observe({ upstream: url, outcome }, durationMs / 1000);
      mirrorMetrics.noteExchange(url, outcome);
    }),
    localScopes: settings.localScopes,
    createSpool: () => new TarballSpool(),
    onPulled: (origin, sizeBytes) => metrics.pulledBytes.inc({ upstream: origin }, sizeBytes),
    onFailure(error, origin) {
      if (origin !== undefined) mirrorMetrics.errors.inc({ upstream: origin });
      app.log.warn({ err: error }, 'a registry behind this one failed');
    },
  });
  const evictions = new EvictionRounds({
    store,
    withInventory: (work) => withBlobInventory(settings, work),
    limits: settings,
    // On PostgreSQL a pull whose transaction is undone lets go of its lock for some seconds, with its tarball in place.
    blobsOlderThanMs: settings.database === '' ? 0 : 60_000,
    now,
    onEvicted({ origin, sizeBytes }) {
      mirrorMetrics.evictedVersions.inc({ upstream: origin });
      mirrorMetrics.evictedBytes.inc({ upstream: origin }, sizeBytes);
    },
    onFailure: (error) => app.log.warn({ err: error }, 'not everything that was to go could be evicted'),
  });
  registerRoutes(app, routes, {
    store,
    blobs,
    readWholeBlob: createWholeBlobReader(blobs),
    metrics,
    rates,
    admission,
    uploads: admission.uploads,
    isPrivate: settings.isPrivate,
    pageMemory: new PageMemory(now),
    allowStableYank: settings.allowStableYank,
    limits: settings,
    versionRule: settings.versionRule,
    atomMemory,
    adminToken: options.adminToken,
    now,
    noteUse: (token) => tokenUse.note(token),
    holdsToken: secrets.areIn,
    describeApi: () => app.swagger(),
    isClosing: () => isClosing,
    keepAnswer: (...answer) => hotReads.keep(...answer),
    countDownload: (key) => downloadCounter.count(key),
    countMirrorRead(request, origin, outcome) {
      const tally = mirrorMetrics.reads.of(origin);
      if (outcome === 'hit') tally.hits += 1;
      else tally.misses += 1;
      hotReads.tally(request, tally);
    },
    mirror,
    limitAnswer: (request, forMs) => hotReads.limit(request, forMs),
  });
  await app.ready();
  hotReads.attach(app);
  evictions.start();
  // It starts all the same: replicas must come up while the store is away, and the readiness probe tells.
  if (settings.blobs !== 'folder')
    blobs.ping().catch((error) => app.log.warn({ err: error }, 'the tarballs cannot be used just now'));

  return {
    app,
    store,
    async close() {
      isClosing = true;
      admission.stop();
      hotReads.flush();
      endConnections();
      await app.close();
      await evictions.stop();
      await mirror.close();
      await tokenUse.flush();
      await downloadCounter.flush();
      await store.close();
      await blobs.close();
    },
  };
}

/** What is read of a request wherever one is met, and how what should not be told is hidden. */
interface RequestReaders {
  readonly addressOf: FindClientAddress;
  readonly requestIdOf: ReadRequestId;
  readonly secrets: Secrets;
}

function createApp(
  settings: ServerSettings,
  { logStream = process.stderr }: ServerOptions,
  { addressOf, requestIdOf, secrets }: RequestReaders,
): FastifyInstance {
  const accessLog = new AccessLog(addressOf, secrets);
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
      // Often enough for short times.
      connectionsCheckingInterval: Math.min(settings.requestTimeoutMs, settings.headersTimeoutMs, 5000),
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    rewriteUrl: routedTarget,
    // The routes have their HEAD themselves, with the headers of GET; the framework's counts what it has to send.
    exposeHeadRoutes: false,
    // As long as a request line may be: how long a name or a version may be is for their parsers to say.
    routerOptions: { maxParamLength: 16 * 1024 },
    clientErrorHandler: handleClientError,
    // A malformed path, before there is a route: no hook runs.
    frameworkErrors: (error, request, reply) => {
      const detail = 'The path has a malformed percent-escape; a percent sign itself is written %25.';
      identify(request, reply);
      sendProblem(reply as never, new RegistryError('invalid_request', { detail }, { cause: error }));
      accessLog.requestCompleted(undefined, request as never, reply as never);
    },
  });
  app.setErrorHandler(handleError);
  // Schemas describe requests in the API document; the routes read them with the protocol's own parsers, which say what
  // would be right.
  app.setValidatorCompiler(() => () => true);
  return app;
}

function addHooks(
  app: FastifyInstance,
  settings: ServerSettings,
  { requestDuration }: RegistryMetrics,
  hotReads: HotReads,
  secrets: Secrets,
): void {
  app.addHook('onRequest', async (request, reply) => identify(request, reply));
  app.addHook('onRequest', allowCrossOriginReads);
  app.addHook(
    'onSend',
    cacheJson({ isPrivate: settings.isPrivate, keep: (...answer) => hotReads.keep(...answer) }),
  );
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode < 400 || typeof payload !== 'string') return payload;
    // Errors repeat what was sent.
    const shown = secrets.hide(payload);
    if (reply.statusCode === 404) hotReads.keep(request, reply, shown);
    return shown;
  });
  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: String(reply.statusCode),
    };
    requestDuration.observe(labels, reply.elapsedTime / 1000);
  });
}

/** Headers of every answer. */
function identify(request: Pick<FastifyRequest, 'id'>, reply: Pick<FastifyReply, 'headers'>): void {
  reply.headers({ 'X-Request-Id': request.id, ...PROTECTIVE_HEADERS });
}

const API_INFORMATION = {
  openapi: '3.1.0',
  info: {
    title: 'prime-registry',
    version: '0.1.0',
    description: 'The HTTP interface of a registry of Primes, versioned packages of knowledge for AI agents.',
  },
  components: { securitySchemes: { token: { type: 'http' as const, scheme: 'bearer' } } },
};

function nameSchema(schema: { $id?: unknown }): string {
  return String(schema.$id);
}
