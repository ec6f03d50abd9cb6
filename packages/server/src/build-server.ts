// The wiring of the server, and with open-store.ts and open-blobs.ts the only place that constructs concrete parts.
import swagger from '@fastify/swagger';
import type { MigrationReport, RegistryStore } from '@prime-registry/store';
import { PageMemory } from '@prime-registry/web';
import type { FastifyInstance } from 'fastify';
import { DownloadCounter } from './actions/download-counter.ts';
import { AtomMemory } from './actions/inventory/inventory-budget.ts';
import { TokenUse } from './actions/tokens/token-use.ts';
import type { ServerSettings } from './config/server-settings.ts';
import { Admission } from './http/admission/admission.ts';
import { createAddressFinder } from './http/client-address.ts';
import { watchConnections } from './http/connections.ts';
import { addHooks, createApp, type LogStream } from './http/create-app.ts';
import { RateLimits } from './http/rate-limits/rate-limits.ts';
import { leaveBodiesToRoutes } from './http/request-body.ts';
import { createRequestIdReader } from './http/request-id.ts';
import { HotReads } from './http/response-cache/hot-reads.ts';
import { createSecrets } from './http/secrets.ts';
import { endStalledConnections } from './http/stalled-connections.ts';
import { createWholeBlobReader } from './http/whole-blobs.ts';
import { createRegistryMetrics, type RegistryMetrics } from './metrics/registry-metrics.ts';
import { timed } from './metrics/timed.ts';
import { EvictionRounds } from './mirror/evict/eviction-rounds.ts';
import { createMirrorMetrics } from './mirror/metrics/mirror-metrics.ts';
import { Mirror } from './mirror/mirror.ts';
import { TarballSpool } from './mirror/pull/tarball-spool.ts';
import { openBlobStore, withBlobInventory } from './open-blobs.ts';
import { openStore } from './open-store.ts';
import { openUpstreams } from './open-upstreams.ts';
import { routes } from './routes/index.ts';
import { registerRoutes } from './routes/register-routes.ts';
import { SHARED_SCHEMAS } from './routes/responses.ts';

/** A registry that is ready to listen. */
export interface RegistryServer {
  readonly app: FastifyInstance;
  readonly store: RegistryStore;
  /** What became of the database when it was opened. */
  readonly migration: MigrationReport;
  /** Stops taking requests, lets running ones end, and closes the store. */
  close(): Promise<void>;
}

/** What the server needs beside its settings. */
export interface ServerOptions {
  /** Accepted as an admin token for every scope. */
  readonly adminToken?: string | undefined;
  readonly now?: () => number;
  /** Where log lines go; standard error unless told otherwise. */
  readonly logStream?: LogStream;
  /** Where its meters are registered; nowhere else unless told. */
  readonly register?: RegistryMetrics['register'];
}

/** Builds the server: opens the store and the blobs, and wires every endpoint. */
export async function buildServer(
  settings: ServerSettings,
  options: ServerOptions = {},
): Promise<RegistryServer> {
  const metrics = createRegistryMetrics(options.register);
  const { changeStamp, migration, ...opened } = await openStore(settings);
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
  const app = createApp(settings, options.logStream ?? process.stderr, { addressOf, requestIdOf, secrets });
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
    migration,
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
