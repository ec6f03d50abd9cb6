// Sends requests to one upstream. Its failures become errors that keep a client from asking its next
// registry: only a 404 that is the upstream's own means absence.
import { isCorrupt, isNotFound, RegistryRequestError } from '@prime-registry/client';
import { type Release, Semaphore } from '@prime-registry/concurrency';
import { RegistryError } from '@prime-registry/protocol';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { KnownUpstreams } from './known-upstreams.ts';
import { describeFailure, NOT_ITS_OWN } from './upstream-failure.ts';

export interface AskDeps {
  /** Base URL of the upstream. */
  readonly url: string;
  readonly breaker: CircuitBreaker;
  readonly known: KnownUpstreams;
}

/** Asks an upstream. @returns undefined for a 404 that counts */
export type Ask = <T>(request: () => Promise<T>, noted?: CircuitBreaker) => Promise<T | undefined>;

/**
 * Requests to one upstream that may be under way. A reader can ask for any number of names that nobody has, and go away
 * before the upstream has answered. Half of the connections that a registry accepts from one address by default.
 */
export const MAX_UNDER_WAY = 512;
/** Requests that wait for others to end, and how long. */
export const MAX_WAITING = 4096;
const MAX_WAIT_MS = 5000;

/** Creates the function. It rejects with RegistryError `upstream_unavailable` or `upstream_mismatch`. */
export function createAsk({ url, breaker, known }: AskDeps): Ask {
  const room = new Semaphore(MAX_UNDER_WAY);
  const refuseDoubtful = async (): Promise<void> => {
    // The client has judged by what this process knew: another one may know more.
    if (!known.has(url) && (await known.isKnown(url))) throw unavailable(url, NOT_ITS_OWN);
    // It has explained this 404, maybe for the first time.
    await known.saved(url);
  };

  const refuseOpen = (noted: CircuitBreaker): void => {
    if (!breaker.isOpen && !noted.isOpen) return;
    const { lastFailure = 'it did not answer' } = breaker.isOpen ? breaker : noted;
    throw unavailable(url, `${lastFailure}, a moment ago`);
  };

  const enter = async (): Promise<Release> => {
    const busy = unavailable(url, 'too many requests to it are under way');
    if (room.waiting >= MAX_WAITING) throw busy;
    return room.acquire(MAX_WAIT_MS).catch(() => Promise.reject(busy));
  };

  return async (request, noted = breaker) => {
    refuseOpen(noted);
    const leave = room.tryAcquire() ?? (await enter());
    try {
      refuseOpen(noted);
      // The upstream may have closed a kept connection in the meantime, which is not a failure.
      const answer = await request().catch((error: unknown) =>
        isClosed(error) ? request() : Promise.reject(error),
      );
      noted.noteAnswer();
      return answer;
    } catch (error) {
      if (error instanceof RegistryRequestError && isOutage(error)) noted.noteFailure(describeFailure(error));
      if (!isNotFound(error)) throw translate(error, url);
      await refuseDoubtful();
      return undefined;
    } finally {
      leave();
    }
  };
}

/** The chunks of a tarball, with the errors of this registry. */
export async function* translated(
  chunks: AsyncIterable<Uint8Array>,
  url: string,
): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    throw translate(error, url);
  }
}

function isClosed(error: unknown): boolean {
  return (
    error instanceof RegistryRequestError &&
    error.reason === 'unreachable' &&
    ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(error.connectionCode ?? '')
  );
}

/** Whether an immediate retry is pointless. */
function isOutage({ reason, status = 0 }: RegistryRequestError): boolean {
  return reason === 'unreachable' || reason === 'timeout' || [502, 503, 504].includes(status);
}

/** Turns an error of the client into one for our client. The upstream's own words stay in the log. */
function translate(error: unknown, url: string): unknown {
  if (!(error instanceof RegistryRequestError)) return error;
  if (isCorrupt(error)) {
    const detail = `${url} sent something else than it promised; it was discarded.`;
    return new RegistryError('upstream_mismatch', { detail }, { cause: error });
  }
  return unavailable(url, describeFailure(error), error);
}

/** The error for an upstream that may have what was asked for. @param why - a clause, for readers */
export function unavailable(url: string, why: string, cause?: unknown): RegistryError {
  const detail = `${url} may have it, but cannot be asked: ${why}.`;
  return new RegistryError('upstream_unavailable', { detail }, { cause });
}
