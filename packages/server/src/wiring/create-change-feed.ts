// The change feed of a server.
import type { RegistryStore } from '@prime-registry/store';
import { ChangeFeed } from '../actions/changes/change-feed.ts';
import type { ServerSettings } from '../config/server-settings.ts';

/** Creates the feed. */
export function createChangeFeed(
  { upstreams, stallTimeoutMs }: Pick<ServerSettings, 'upstreams' | 'stallTimeoutMs'>,
  store: Pick<RegistryStore, 'readLogHead' | 'listLogEntries' | 'listLogNames' | 'changeStamp'>,
): ChangeFeed {
  return new ChangeFeed({
    log: store,
    changeStamp: store.changeStamp,
    isMirror: upstreams.length > 0,
    // A connection without a byte for longer than the whole of it is ended.
    maxWaitMs: stallTimeoutMs / 2,
  });
}
