// The parts of a server, opened and created one after another.

import type { SiteMark } from '@prime-registry/web';
import { ChangeFeed } from '../actions/changes/change-feed.ts';
import { INVENTORY_LIMITS, InventoryBudget } from '../actions/inventory/inventory-budget.ts';
import { RemovalFinisher } from '../actions/lifecycle/removal-finisher.ts';
import type { MarkKeeper } from '../actions/lost-versions/mark-keeper.ts';
import { SecretCheck } from '../actions/secrets/secret-check.ts';
import type { ServerSettings } from '../config/server-settings.ts';
import type { Deliverer } from '../events/deliverer.ts';
import { MemoryBudget } from '../http/admission/memory-budget.ts';
import { logsRequests } from '../http/request-log/request-line.ts';
import { HotReads } from '../http/response-cache/hot-reads.ts';
import { createHotReadRecorder } from '../http/response-cache/record-hot-read.ts';
import type { Backfill } from '../log/backfill.ts';
import type { RegistryLog } from '../log/registry-log.ts';
import { createLogMetrics } from '../metrics/log-metrics.ts';
import { createLoopDelayMetrics } from '../metrics/loop-delay-metrics.ts';
import { createRegistryMetrics, type RegistryMetrics } from '../metrics/registry-metrics.ts';
import type { KeepDeps } from '../mirror/pull/keep-version.ts';
import { ManifestReader } from '../tasks/publish/manifest-reader.ts';
import type { Witness } from '../witness/cosigning/witness.ts';
import type { WitnessFeeder } from '../witness/feeding/witness-feeder.ts';
import { type Counters, createCounters } from './create-counters.ts';
import { createDeliverer } from './create-deliverer.ts';
import { createExchange, type Exchange } from './create-exchange.ts';
import { createHttpServer, type HttpServer } from './create-http-server.ts';
import { createReadLeases } from './create-read-leases.ts';
import { createWitness } from './log/create-witness.ts';
import { createWitnessFeeder } from './log/create-witness-feeder.ts';
import { type OpenedLog, openLog } from './log/open-log.ts';
import { createBackfill, createRegistryLog } from './log/serve-log.ts';
import { shareMemory } from './memory-shares.ts';
import { type OpenedMirror, openMirror } from './mirror/open-mirror.ts';
import { openThreads, type Threads } from './open-threads.ts';
import type { ServerOptions } from './server-options.ts';
import { readSiteMark } from './site-mark.ts';
import { createMarkKeeper } from './storage/keep-mark.ts';
import { withBlobInventory } from './storage/open-blobs.ts';
import { openStorage, type Storage } from './storage/open-storage.ts';

/** The parts of a server, from the bottom up. */
export interface Parts {
  readonly settings: ServerSettings;
  readonly options: ServerOptions;
  readonly now: () => number;
  readonly isClosing: () => boolean;
  /** In the header of the pages. */
  readonly siteMark: SiteMark | undefined;
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
  readonly exchange: Exchange;
  /** Undefined if this registry is none. */
  readonly witness: Witness | undefined;
  /** Undefined without witnesses. */
  readonly witnessFeeder: WitnessFeeder | undefined;
}

/** What reads tarballs. */
type TarballReading = Pick<KeepDeps, 'openTarballTask' | 'manifestReader' | 'inventoryBudget' | 'secrets'>;

/** Opens and creates the parts; none of them has begun to work. @throws what opening them throws */
export async function createParts(
  settings: ServerSettings,
  options: ServerOptions,
  isClosing: () => boolean,
): Promise<Parts> {
  const now = options.now ?? Date.now;
  const siteMark = readSiteMark(settings);
  const metrics = createRegistryMetrics(options.register);
  const opened = await openStorage(settings, metrics);
  const http = createHttpServer(settings, options);
  createLoopDelayMetrics(metrics.register, http.admission.loopDelays);
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
  const common = { storage, metrics, log, now };
  const counters = createCounters(common);
  const hotReads = createHotReads({ settings, options, isClosing, metrics, storage, http, counters });
  const shares = shareMemory(settings.workers);
  const threads = openThreads(settings, shares);
  const inventoryBudget = new InventoryBudget({ ...INVENTORY_LIMITS, maxBytes: shares.inventoryBytes });
  const { adminToken } = options;
  const { secretScan } = settings;
  const secrets = new SecretCheck({ store: storage.store, adminToken, secretScan, now });
  const reading: TarballReading = {
    openTarballTask: async (what, key) => threads.uploads.open('readTarball', what, key),
    manifestReader: new ManifestReader(threads.uploads),
    inventoryBudget,
    secrets,
  };
  const answerMemory = new MemoryBudget(shares.answerBytes);
  const mirror = await openMirror(settings, {
    ...common,
    ...{ reading, pool: threads.uploads, memory: answerMemory, shares },
  });
  createLogMetrics(metrics.register, opened);
  const signedLog = await openLog(settings, { store: opened.store, marks: opened.blobs, now, warn });
  await signedLog?.guard.start();
  const registryLog = createRegistryLog(signedLog, storage.store, settings, hotReads);
  return {
    ...{ settings, options, now, isClosing, siteMark },
    log: signedLog,
    registryLog,
    backfill: createBackfill(common),
    ...{ metrics, storage, markKeeper, removals, http, counters, hotReads },
    ...{ threads, reading, answerMemory, mirror },
    changes: new ChangeFeed({
      ...{ log: storage.store, changeStamp: storage.store.changeStamp },
      isMirror: settings.upstreams.length > 0,
      // A connection without a byte for longer than the whole of it is ended.
      maxWaitMs: settings.stallTimeoutMs / 2,
    }),
    webhooks: createDeliverer(settings, common),
    exchange: createExchange(settings, common, counters),
    witness: await createWitness(settings, common, mirror.upstreams),
    witnessFeeder: await createWitnessFeeder(settings, common, signedLog, registryLog),
  };
}

type HotReadParts = Pick<
  Parts,
  'settings' | 'options' | 'isClosing' | 'metrics' | 'storage' | 'http' | 'counters'
>;

function createHotReads(parts: HotReadParts): HotReads {
  const { settings, options, isClosing, metrics, storage, http, counters } = parts;
  const { readers, rates, admission, checkHost, crossOrigin } = http;
  return new HotReads({
    changeStamp: storage.store.changeStamp,
    leases: createReadLeases(settings, { store: storage.store, leasesAfterMs: options.leasesAfterMs }),
    maxBytes: settings.isPrivate ? 0 : settings.responseCacheBytes,
    isClosing,
    requestIdOf: readers.requestIdOf,
    secrets: readers.secrets,
    mustRoute: (request) =>
      admission.isSurplus(request.socket) || !checkHost(request) || crossOrigin.isSpecific(request),
    countRead: rates.countHotRead,
    record: createHotReadRecorder({
      ...{ metrics, downloads: counters.downloads, addressOf: readers.addressOf },
      log: logsRequests(settings.logLevel) ? http.logStream : undefined,
    }),
  });
}
