// A registry that is asked by somebody who has time: not faster than agreed, and again when it has too much to do or is away for a
// moment, by all who ask it together.
import { RegistryRequestError } from '@prime-registry/client';
import type { RequestPace } from './request-pace.ts';
import type { Upstream } from './upstream.ts';

/** So often is a request sent before it counts as failed. */
const MAX_ATTEMPTS = 6;
const FIRST_PAUSE_MS = 500;
/** Whoever asks for a longer pause is not waited for. */
const LONGEST_PAUSE_MS = 120_000;

/** The same registry, at that pace. Its breaker is to be one that never opens: here is waited instead. */
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
    fetchList: (...query) => patiently(() => upstream.fetchList(...query)),
    fetchManifest: (...query) => patiently(() => upstream.fetchManifest(...query)),
    fetchSourceManifest: (...query) => patiently(() => upstream.fetchSourceManifest(...query)),
    // It has been asked for several times already, unless everybody asks too much.
    openTarball: (...query) => patiently(() => upstream.openTarball(...query), isTooMuch),
    search: (...query) => patiently(() => upstream.search(...query)),
    close: () => upstream.close(),
  };
}

function isAway({ reason, status = 0 }: RegistryRequestError): boolean {
  return reason === 'unreachable' || reason === 'timeout' || [429, 502, 503, 504].includes(status);
}

function isTooMuch({ status }: RegistryRequestError): boolean {
  return status === 429;
}
