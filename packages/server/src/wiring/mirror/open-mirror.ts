// The mirror of a server, with its metrics and its eviction rounds.
import type { ServerSettings } from '../../config/server-settings.ts';
import type { EvictionRounds } from '../../mirror/evict/eviction-rounds.ts';
import { MirrorRoom } from '../../mirror/evict/mirror-room.ts';
import { FeedFollower } from '../../mirror/feeds/feed-follower.ts';
import type { MemoryAccount } from '../../mirror/memory-hold.ts';
import { createMirrorMetrics, type MirrorMetrics } from '../../mirror/metrics/mirror-metrics.ts';
import { Mirror } from '../../mirror/mirror.ts';
import type { KeepDeps } from '../../mirror/pull/keep-version.ts';
import { SpoolRoom, TarballSpool } from '../../mirror/pull/tarball-spool.ts';
import { KnownUpstreams } from '../../mirror/upstreams/known-upstreams.ts';
import type { Upstream } from '../../mirror/upstreams/upstream.ts';
import type { UpstreamProbes, UpstreamProbesDeps } from '../../mirror/upstreams/upstream-probes.ts';
import type { TaskPool } from '../../tasks/task-table.ts';
import type { CommonParts } from '../common-parts.ts';
import type { MemoryShares } from '../memory-shares.ts';
import { uploadBufferOf } from '../storage/open-blobs.ts';
import { createEvictions } from './create-evictions.ts';
import { createRemoval } from './create-removal.ts';
import { openUpstreams } from './open-upstreams.ts';

interface MirrorParts extends CommonParts {
  /** What reads tarballs. */
  readonly reading: Pick<KeepDeps, 'openTarballTask' | 'manifestReader' | 'inventoryBudget' | 'secrets'>;
  /** Reads lists and manifests of upstreams. */
  readonly pool: TaskPool;
  readonly memory: MemoryAccount;
  readonly shares: Pick<MemoryShares, 'answerBytes'>;
}

/** The beginning of a tarball in a spool, its manifests, and chunks on their way. */
const PULL_BYTES = 512 * 1024;
const MAX_PULLS = 32;
const MIN_PULLS = 4;

/** How many pulls from one upstream a quarter of the memory allows. */
function sharePulls({ answerBytes }: Pick<MemoryShares, 'answerBytes'>, pullBytes: number): number {
  return Math.min(MAX_PULLS, Math.max(MIN_PULLS, Math.floor(answerBytes / 4 / pullBytes)));
}

/** The mirror, and what runs next to it. */
export interface OpenedMirror {
  readonly mirror: Mirror;
  readonly upstreams: readonly Upstream[];
  readonly reads: MirrorMetrics['reads'];
  readonly evictions: EvictionRounds;
  readonly probes: Probes;
  /** One for each upstream. */
  readonly followers: readonly FeedFollower[];
}

type Probes = Pick<UpstreamProbes, 'start' | 'stop'>;

/** Opens the mirror; without upstreams it is off. Evictions, probes and followers do not start yet. */
export async function openMirror(settings: ServerSettings, parts: MirrorParts): Promise<OpenedMirror> {
  const { storage, metrics, reading, pool, memory, shares, log, now } = parts;
  const pullBytes = PULL_BYTES + uploadBufferOf(settings);
  const mirrorMetrics = createMirrorMetrics({
    register: metrics.register,
    upstreams: settings.upstreams,
    listHeld: storage.listMirrorUsage,
    now: () => performance.now(),
  });
  const known = new KnownUpstreams({
    store: storage.store,
    now,
    onFailure: (error) => log.warn({ err: error }, 'an upstream could not be remembered'),
  });
  const upstreams = await openUpstreams(settings, {
    ...{ known, pool, memory, logStore: storage.store },
    observe({ url, outcome, durationMs }) {
      metrics.upstreamDuration.observe({ upstream: url, outcome }, durationMs / 1000);
      mirrorMetrics.noteExchange(url, outcome);
    },
  });
  const evictions = createEvictions(settings, parts, mirrorMetrics);
  const spools = new SpoolRoom(settings.maxTarballBytes);
  const mirror = new Mirror({
    store: storage.store,
    ...{ memory, pullBytes, maxPulls: sharePulls(shares, pullBytes) },
    room: new MirrorRoom({ store: storage.store, limits: settings, onFull: () => evictions.hurry() }),
    blobs: storage.blobs,
    limits: settings,
    ...reading,
    now,
    upstreams,
    localScopes: settings.localScopes,
    removal: createRemoval(settings, log),
    createSpool: () => new TarballSpool(spools),
    onPulled: (origin, sizeBytes) => metrics.pulledBytes.inc({ upstream: origin }, sizeBytes),
    onSecrets: (name, version, places) =>
      log.warn({ prime: name, version, places }, 'a mirrored version may contain secrets'),
    onFailure(error, origin) {
      if (origin !== undefined) mirrorMetrics.errors.inc({ upstream: origin });
      log.warn({ err: error }, 'an upstream failed');
    },
  });
  return {
    ...{ mirror, upstreams },
    reads: mirrorMetrics.reads,
    evictions,
    followers: upstreams.map(
      (upstream) =>
        new FeedFollower({
          ...{ upstream, store: storage.store, now },
          revalidate: (name, of) => mirror.revalidate(name, of),
          onFailure: (url, error) =>
            log.warn({ upstream: url, err: error }, 'the change feed of an upstream cannot be followed'),
        }),
    ),
    probes: await createProbes({
      ...{ upstreams, known },
      onFailure: (upstream, reason) => log.warn({ upstream, reason }, 'an upstream cannot be asked'),
      onRecovery: (upstream) => log.info({ upstream }, 'an upstream answers again'),
    }),
  };
}

/** Loads the code of probes only if there is something to try. */
async function createProbes(deps: UpstreamProbesDeps): Promise<Probes> {
  if (deps.upstreams.length === 0) return { start: () => undefined, stop: async () => undefined };
  const { UpstreamProbes } = await import('../../mirror/upstreams/upstream-probes.ts');
  return new UpstreamProbes(deps);
}
