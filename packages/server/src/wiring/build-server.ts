// Builds a server from its parts, one step after another. Only this folder constructs concrete parts.
import type { MigrationReport, RegistryStore } from '@prime-registry/store';
import { PageCache } from '@prime-registry/web';
import type { FastifyInstance } from 'fastify';
import type { ChangeFeed } from '../actions/changes/change-feed.ts';
import { INVENTORY_LIMITS, InventoryBudget } from '../actions/inventory/inventory-budget.ts';
import { RemovalFinisher } from '../actions/lifecycle/removal-finisher.ts';
import type { MarkKeeper } from '../actions/lost-versions/mark-keeper.ts';
import { createComparisonCache } from '../actions/read-atoms/diff-versions.ts';
import { SecretCheck } from '../actions/secrets/secret-check.ts';
import type { ServerSettings } from '../config/server-settings.ts';
import type { Deliverer } from '../events/deliverer.ts';
import { limitAnswerMemory } from '../http/admission/answer-memory.ts';
import { MemoryBudget } from '../http/admission/memory-budget.ts';
import { startInTurns } from '../http/connections/fair-turns.ts';
import { gateRequests } from '../http/connections/request-gate.ts';
import { addHooks } from '../http/create-app.ts';
import { findTokenId, type HookDeps } from '../http/requests/authentication.ts';
import { HotReads } from '../http/response-cache/hot-reads.ts';
import { createHotReadRecorder } from '../http/response-cache/record-hot-read.ts';
import { createWholeBlobReader } from '../http/responses/whole-blobs.ts';
import type { Backfill } from '../log/backfill.ts';
import type { RegistryLog } from '../log/registry-log.ts';
import { createLogMetrics } from '../metrics/log-metrics.ts';
import { createRegistryMetrics, type RegistryMetrics } from '../metrics/registry-metrics.ts';
import type { KeepDeps } from '../mirror/pull/keep-version.ts';
import { createApiDescriber } from '../routes/describe-api.ts';
import { routes } from '../routes/index.ts';
import { registerRoutes } from '../routes/register-routes.ts';
import type { RouteDeps } from '../routes/route-deps.ts';
import { ManifestReader } from '../tasks/manifest-reader.ts';
import { openInThreads } from '../tasks/tarball-reader.ts';
import { Tasks } from '../tasks/tasks.ts';
import { createChangeFeed } from './create-change-feed.ts';
import { type Counters, createCounters } from './create-counters.ts';
import { createDeliverer } from './create-deliverer.ts';
import { createHttpServer, type HttpServer } from './create-http-server.ts';
import { createMarkKeeper } from './keep-mark.ts';
import { shareMemory } from './memory-shares.ts';
import { uploadBufferOf, withBlobInventory } from './open-blobs.ts';
import { type OpenedLog, openLog } from './open-log.ts';
import { type OpenedMirror, openMirror } from './open-mirror.ts';
import { openStorage, type Storage } from './open-storage.ts';
import { openThreads, type Threads } from './open-threads.ts';
import { createBackfill, createRegistryLog } from './serve-log.ts';
import type { ServerOptions } from './server-options.ts';

/** A registry that is ready to listen. */
export interface RegistryServer {
  readonly app: FastifyInstance;
  readonly store: RegistryStore;
  /** The migrations that opening the store has run. */
  readonly migration: MigrationReport;
  /** Starts to learn how the upstreams answer, and to follow them; call it once, when the server listens. */
  watchUpstreams(): void;
  /** Stops accepting requests, drains in-flight requests, and closes the store. */
  close(): Promise<void>;
}

/** The parts of a server, from the bottom up. */
interface Parts {
  readonly settings: ServerSettings;
  readonly options: ServerOptions;
  readonly now: () => number;
  readonly isClosing: () => boolean;
  readonly metrics: RegistryMetrics;
  readonly storage: Storage;
  /** Notes every publish of the storage. */
  readonly markKeeper: MarkKeeper;
  /** Notices every removal of the storage. */
  readonly removals: RemovalFinisher;
  readonly http: HttpServer;
  readonly counters: Counters;
  readonly hotReads: HotReads;
  readonly threads: Threads;
  readonly reading: TarballReading;
  readonly answerMemory: MemoryBudget;
  readonly mirror: OpenedMirror;
  /** Undefined if the log is not signed. */
  readonly log: OpenedLog | undefined;
  /** What readers see of it. */
  readonly registryLog: RegistryLog | undefined;
  readonly backfill: Backfill;
  readonly changes: ChangeFeed;
  readonly webhooks: Deliverer;
}

/** What reads tarballs. */
type TarballReading = Pick<KeepDeps, 'openTarballTask' | 'manifestReader' | 'inventoryBudget' | 'secrets'>;

/** Builds the server: opens the store and the blob store, and registers every endpoint. */
export async function buildServer(
  settings: ServerSettings,
  options: ServerOptions = {},
): Promise<RegistryServer> {
  let isClosing = false;
  const parts = await createParts(settings, options, () => isClosing);
  const { app, rates, admission, readers, checkHost, crossOrigin, connections, turns } = parts.http;
  const { metrics, hotReads: responseCache } = parts;
  const { isPrivate } = settings;
  const { secrets } = readers;
  addHooks(app, { isPrivate, metrics, responseCache, secrets, checkHost, crossOrigin });
  limitAnswerMemory(app, parts.answerMemory);
  const hookDeps: HookDeps = {
    store: parts.storage.store,
    adminToken: options.adminToken,
    now: parts.now,
    noteUse: (token) => parts.counters.tokenUse.note(token),
    rates,
    admission,
  };
  registerRoutes(app, routes, toRouteDeps(parts), hookDeps, crossOrigin);
  await app.ready();
  startInTurns(app.server, turns);
  parts.hotReads.attach(app);
  // Those who wait for a change take no place from others.
  const countInFlight = () => connections.countInFlight() + turns.waiting - parts.changes.waiting;
  gateRequests(app.server, parts.http.reads, countInFlight);
  parts.mirror.evictions.start();
  void parts.markKeeper.flush();
  parts.removals.start();
  parts.backfill.start();
  parts.webhooks.start();
  checkBlobs(parts);
  return {
    app,
    store: parts.storage.store,
    migration: parts.storage.migration,
    watchUpstreams() {
      parts.mirror.probes.start();
      for (const follower of parts.mirror.followers) follower.start();
    },
    async close() {
      isClosing = true;
      await closeParts(parts);
    },
  };
}

async function createParts(
  settings: ServerSettings,
  options: ServerOptions,
  isClosing: () => boolean,
): Promise<Parts> {
  const now = options.now ?? Date.now;
  const metrics = createRegistryMetrics(options.register);
  const opened = await openStorage(settings, metrics);
  const http = await createHttpServer(settings, options);
  const { log } = http.app;
  const warn = (fields: object, message: string): void => log.warn(fields, message);
  const markKeeper = createMarkKeeper({ store: opened.store, marks: opened.blobs, now, warn });
  const removals = new RemovalFinisher({
    ...{ store: opened.store, now },
    withInventory: (work) => withBlobInventory(settings, work),
    onFailure: (error) =>
      warn({ err: error }, 'a removal of a version cannot be finished; it is tried again'),
  });
  const storage = { ...opened, store: removals.watch(markKeeper.watch(opened.store)) };
  const counters = createCounters(storage.store, now, log);
  const hotReads = createHotReads({ settings, isClosing, metrics, storage, http, counters });
  const shares = shareMemory(settings.workers);
  const threads = openThreads(settings, shares);
  const inventoryBudget = new InventoryBudget({ ...INVENTORY_LIMITS, maxBytes: shares.inventoryBytes });
  const { adminToken } = options;
  const { secretScan } = settings;
  const secrets = new SecretCheck({ store: storage.store, adminToken, secretScan, now });
  const reading = {
    openTarballTask: openInThreads(threads.uploads),
    manifestReader: new ManifestReader(threads.uploads),
    inventoryBudget,
    secrets,
  };
  const answerMemory = new MemoryBudget(shares.answerBytes);
  const mirror = await openMirror(settings, {
    ...{ storage, metrics, reading, log, now },
    ...{ pool: threads.uploads, memory: answerMemory, shares },
  });
  createLogMetrics(metrics.register, async () => (await opened.readLogHead()).halted !== undefined);
  const signedLog = await openLog(settings, { store: opened.store, marks: opened.blobs, now, warn });
  await signedLog?.guard.start();
  return {
    ...{ settings, options, now, isClosing },
    log: signedLog,
    registryLog: createRegistryLog(signedLog, { store: storage.store, hotReads }),
    backfill: createBackfill({ storage, register: metrics.register, log, now }),
    ...{ metrics, storage, markKeeper, removals, http, counters, hotReads },
    ...{ threads, reading, answerMemory, mirror },
    changes: createChangeFeed(settings, storage.store),
    webhooks: createDeliverer(settings, { storage, metrics, log, now }),
  };
}

type HotReadParts = Pick<Parts, 'settings' | 'isClosing' | 'metrics' | 'storage' | 'http' | 'counters'>;

function createHotReads({ settings, isClosing, metrics, storage, http, counters }: HotReadParts): HotReads {
  const { app, readers, rates, admission, checkHost, crossOrigin } = http;
  return new HotReads({
    changeStamp: storage.store.changeStamp,
    maxBytes: settings.isPrivate ? 0 : settings.responseCacheBytes,
    isClosing,
    requestIdOf: readers.requestIdOf,
    mustRoute: (request) =>
      admission.isSurplus(request.socket) || !checkHost(request) || crossOrigin.isSpecific(request),
    countRead: rates.countHotRead,
    record: createHotReadRecorder({ ...readers, metrics, downloads: counters.downloads, log: app.log }),
  });
}

function toRouteDeps(parts: Parts): RouteDeps {
  const { settings, now, metrics } = parts;
  const { store, blobs } = parts.storage;
  const { admission, rates, readers } = parts.http;
  const holdsToken = readers.secrets.areIn;
  const protectedChannels = new Set(settings.protectedChannels);
  return {
    store,
    blobs: { read: blobs.read, ping: blobs.ping, readWhole: createWholeBlobReader(blobs) },
    mirror: parts.mirror.mirror,
    log: parts.registryLog,
    changes: parts.changes,
    pageCache: new PageCache(now),
    comparisons: createComparisonCache(),
    tasks: new Tasks(parts.threads.reads, now),
    metrics,
    isPrivate: settings.isPrivate,
    now,
    reading: {
      responseCache: parts.hotReads,
      downloads: parts.counters.downloads,
      mirrorReads: parts.mirror.reads,
      memory: parts.answerMemory,
      turns: parts.http.turns,
      countReads: (request, reply, wanted) => rates.countMore('read', reply, findTokenId(request), wanted),
    },
    publishing: {
      ...{ store, blobs, now },
      ...parts.reading,
      limits: settings,
      versionRule: settings.versionRule,
      protectedChannels,
      uploads: admission.uploads,
      uploadBufferBytes: uploadBufferOf(settings),
    },
    yanking: {
      ...{ store, now, holdsToken },
      allowStableYank: settings.allowStableYank,
      requireYankReason: settings.requireYankReason,
    },
    changing: {
      ...{ store, now, holdsToken },
      protectedChannels,
      ownerRemovalMs: settings.ownerRemovalMs,
      flushDownloads: () => parts.counters.downloads.flush(),
      withInventory: (work) => withBlobInventory(settings, work),
    },
    server: { isClosing: parts.isClosing, describeApi: createApiDescriber(routes, settings.isPrivate) },
  };
}

/**
 * Warns if an object store is unreachable. The server starts anyway: the readiness probe fails until it is
 * back.
 */
function checkBlobs({ settings, storage, http }: Parts): void {
  if (settings.blobs === 'folder') return;
  storage.blobs
    .ping()
    .catch((error) => http.app.log.warn({ err: error }, 'the tarballs cannot be used at the moment'));
}

/** Closes from the top down: counters are stored after the last request was answered. */
async function closeParts(parts: Parts): Promise<void> {
  const { http, hotReads, mirror, changes, threads, counters, markKeeper, removals, storage } = parts;
  http.admission.stop();
  changes.close();
  hotReads.flush();
  http.connections.end();
  await http.app.close();
  await mirror.evictions.stop();
  await Promise.all(mirror.followers.map((follower) => follower.stop()));
  await parts.webhooks.close();
  // A probe in flight ends with the upstreams, and that is no failure.
  const probed = mirror.probes.stop();
  await mirror.mirror.close();
  await Promise.all([threads.uploads.close(), threads.reads.close()]);
  await probed;
  await counters.tokenUse.flush();
  await counters.downloads.flush();
  await markKeeper.close();
  await parts.backfill.close();
  await parts.log?.guard.close();
  await removals.close();
  await storage.store.close();
  await storage.blobs.close();
}
