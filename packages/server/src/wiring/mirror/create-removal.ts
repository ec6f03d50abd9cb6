// What becomes of versions here that their upstream removes.
import { LruCache } from '@prime-registry/concurrency';
import type { FastifyBaseLogger } from 'fastify';
import type { ServerSettings } from '../../config/server-settings.ts';
import type { RemovalDeps } from '../../mirror/lists/follow-list.ts';
import { withBlobInventory } from '../storage/open-blobs.ts';

/** Creates it from the settings; the log gets a warning about each version that stays. */
export function createRemoval(settings: ServerSettings, log: FastifyBaseLogger): RemovalDeps {
  return {
    keepsRemoved: settings.mirrorKeepsRemoved,
    withInventory: (work) => withBlobInventory(settings, work),
    onKept: onceEach((name, version, origin) =>
      log.warn(
        { prime: name, version, upstream: origin },
        'the upstream has removed this version; mirror-keep-removed keeps it here',
      ),
    ),
  };
}

const MAX_KEPT_NOTED = 10_000;

/** Calls it once for each version: a list is read again and again. */
function onceEach(note: RemovalDeps['onKept']): RemovalDeps['onKept'] {
  const noted = new LruCache<true>({ maxSize: MAX_KEPT_NOTED });
  return (name, version, origin) => {
    const key = `${name} ${version} ${origin}`;
    if (noted.get(key) === undefined) note(name, version, origin);
    noted.set(key, true);
  };
}
