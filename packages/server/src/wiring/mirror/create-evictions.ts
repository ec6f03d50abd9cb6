// The eviction rounds of a server.
import type { ServerSettings } from '../../config/server-settings.ts';
import { EvictionRounds } from '../../mirror/evict/eviction-rounds.ts';
import type { MirrorMetrics } from '../../mirror/metrics/mirror-metrics.ts';
import type { CommonParts } from '../common-parts.ts';
import { withBlobInventory } from '../storage/open-blobs.ts';

/** Creates them; they do not start yet. */
export function createEvictions(
  settings: ServerSettings,
  { storage, log, now }: CommonParts,
  { evictedVersions, evictedBytes }: MirrorMetrics,
): EvictionRounds {
  return new EvictionRounds({
    store: storage.store,
    withInventory: (work) => withBlobInventory(settings, work),
    limits: settings,
    // On PostgreSQL, a pull whose transaction is retried is without its lock for some seconds, with its
    // tarball in place.
    blobsOlderThanMs: settings.database === '' ? 0 : 60_000,
    now,
    onEvicted({ origin, storedBytes }) {
      evictedVersions.inc({ upstream: origin });
      evictedBytes.inc({ upstream: origin }, storedBytes);
    },
    onFailure: (error) => log.warn({ err: error }, 'not everything could be evicted'),
  });
}
