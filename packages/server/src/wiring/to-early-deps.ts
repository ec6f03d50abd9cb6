// The dependencies of the early routes.
import { findLimitedToken } from '../http/requests/authentication.ts';
import { createWholeBlobReader } from '../http/responses/whole-blobs.ts';
import type { EarlyDeps } from '../routes/early-routes.ts';
import type { Parts } from './parts.ts';

/** What the early routes need of the parts; the other routes need it, too. */
export function toEarlyDeps(parts: Parts): EarlyDeps {
  const { blobs } = parts.storage;
  const { rates } = parts.http;
  return {
    store: parts.storage.store,
    blobs: { read: blobs.read, ping: blobs.ping, readWhole: createWholeBlobReader(blobs) },
    mirror: parts.mirror.mirror,
    metrics: parts.metrics,
    isPrivate: parts.settings.isPrivate,
    isClosing: parts.isClosing,
    reading: {
      responseCache: parts.hotReads,
      downloads: parts.counters.downloads,
      mirrorReads: parts.mirror.reads,
      memory: parts.answerMemory,
      turns: parts.http.turns,
      countReads: (request, reply, wanted) =>
        rates.countMore('read', reply, findLimitedToken(request), wanted),
    },
  };
}
