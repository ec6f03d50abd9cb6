// An upstream with a rate limit and retries with backoff, for callers that have time. All requests to it
// share the pauses.
import { RegistryRequestError } from '@prime-registry/client';
import type { RequestPace } from './request-pace.ts';
import type { Upstream } from './upstream.ts';

/** Attempts of one request before it fails. */
const MAX_ATTEMPTS = 6;
const FIRST_PAUSE_MS = 500;
/** If the upstream asks for a longer pause, the request fails. */
const LONGEST_PAUSE_MS = 120_000;

/** The same upstream at that pace. Its circuit breaker must never open, because this retries instead. */
export function paceUpstream(upstream: Upstream, pace: RequestPace): Upstream {
  const patiently = async <T>(ask: () => Promise<T>, isPassing = isAway): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      await pace.turn();
      try {
        return await ask();
      } catch (error) {
        const cause = error instanceof Error ? error.cause : undefined;
        if (!(cause instanceof RegistryRequestError) || !isAway(cause)) throw error;
        const pauseMs = cause.retryAfterMs ?? FIRST_PAUSE_MS * 2 ** (attempt - 1);
        if (pauseMs > LONGEST_PAUSE_MS) throw error;
        pace.hold(pauseMs);
        if (attempt === MAX_ATTEMPTS || !isPassing(cause)) throw error;
      }
    }
  };

  return {
    url: upstream.url,
    listMaxAgeMs: upstream.listMaxAgeMs,
    supplies: (scope) => upstream.supplies(scope),
    listPrimes: (...query) => patiently(() => upstream.listPrimes(...query)),
    describeLog: () => patiently(() => upstream.describeLog()),
    readChanges: (...query) => patiently(() => upstream.readChanges(...query)),
    fetchList: (...query) => patiently(() => upstream.fetchList(...query)),
    fetchManifest: (...query) => patiently(() => upstream.fetchManifest(...query)),
    fetchSourceManifest: (...query) => patiently(() => upstream.fetchSourceManifest(...query)),
    fetchSignatures: (...query) => patiently(() => upstream.fetchSignatures(...query)),
    // The client itself has retried the download already, except after a 429.
    openTarball: (...query) =>
      patiently(
        () => upstream.openTarball(...query),
        ({ status }) => status === 429,
      ),
    proveVersion: (...query) => patiently(() => upstream.proveVersion(...query)),
    findAtomHomes: (...query) => patiently(() => upstream.findAtomHomes(...query)),
    search: (...query) => patiently(() => upstream.search(...query)),
    close: () => upstream.close(),
  };
}

function isAway({ reason, status = 0 }: RegistryRequestError): boolean {
  return reason === 'unreachable' || reason === 'timeout' || [429, 502, 503, 504].includes(status);
}
