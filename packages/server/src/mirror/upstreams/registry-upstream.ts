// An upstream behind our own client, which verifies its answers. Failures become errors that keep a client
// from asking its next registry.
import {
  type CachedResponse,
  isCorrupt,
  isNotFound,
  RegistryClient,
  type RegistryClientOptions,
  RegistryRequestError,
  type ResponseCache,
} from '@prime-registry/client';
import { formatTimestamp, PRIME_LIST_LIMIT, RegistryError } from '@prime-registry/protocol';
import { checkManifest } from './check-manifest.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import type {
  ListAnswer,
  Upstream,
  UpstreamExchange,
  UpstreamManifest,
  UpstreamSettings,
  UpstreamTarball,
} from './upstream.ts';

/** More than this registry's manifests have with the largest pack.yaml; all of it is stored and indexed. */
const MAX_MANIFEST_BYTES = 512 * 1024;

/** How often an interrupted tarball is resumed. */
const TARBALL_RETRIES = 3;

/** The largest page of this registry. */
const PRIMES_AT_ONCE = PRIME_LIST_LIMIT.maximum;

/** Creates an upstream; sends no request yet. @param observe - called for every exchange */
export function openRegistryUpstream(
  settings: UpstreamSettings,
  observe: (exchange: UpstreamExchange) => void,
  breaker: CircuitBreaker = new CircuitBreaker(),
): Upstream {
  const { url, token, timeoutMs, scopes } = settings;
  const { fetch, close } = createGuardedFetch(settings);
  // An overloaded registry refuses searches first: that must not block its Primes.
  const searchBreaker = new CircuitBreaker();
  const options: RegistryClientOptions = {
    baseUrl: url,
    timeoutMs,
    retries: 0,
    fetch,
    userAgent: 'prime-registry',
    verifiesJson: true,
    ...(token !== undefined && { token }),
    onExchange: ({ status, failure, durationMs }) =>
      observe({ url, outcome: String(status ?? failure), durationMs }),
  };
  const client = new RegistryClient({ ...options, maxJsonBytes: MAX_MANIFEST_BYTES });
  const patientClient = new RegistryClient({ ...options, retries: TARBALL_RETRIES });

  /** @returns undefined for a 404 */
  const ask = async <T>(request: () => Promise<T>, told = breaker): Promise<T | undefined> => {
    if (breaker.isOpen || told.isOpen) throw unavailable(url, 'it did not answer a moment ago');
    try {
      // The upstream may have closed a kept connection in the meantime, which is not a failure.
      const answer = await request().catch((error: unknown) =>
        isBroken(error) ? request() : Promise.reject(error),
      );
      told.noteAnswer();
      return answer;
    } catch (error) {
      if (error instanceof RegistryRequestError && isOutage(error)) told.noteFailure();
      if (isNotFound(error)) return undefined;
      throw translate(error, url);
    }
  };

  return {
    url,
    listMaxAgeMs: settings.listMaxAgeMs,
    supplies: (scope) => scopes.includes('*') || scopes.includes(scope),

    fetchList: (name, known) =>
      ask(async () => {
        const cache = new KnownList(name, known);
        const asking = new RegistryClient({ ...options, cache });
        const { versions } = await asking.versions(name, { includeYanked: true });
        return {
          etag: cache.etag,
          versions: versions.map(({ version, published_at, yanked = false }) => ({
            version,
            publishedAtMs: readTimestamp(published_at),
            yanked,
          })),
        };
      }),

    fetchManifest: (name, version): Promise<UpstreamManifest | undefined> =>
      ask(async () => checkManifest(await client.manifest(name, version), url)),

    fetchSourceManifest: (name, version) => ask(() => client.sourceManifest(name, version)),

    openTarball: (name, version, sha256, signal): Promise<UpstreamTarball | undefined> =>
      ask(async () => {
        const { sizeBytes, chunks } = await patientClient.tarball(name, version, { sha256, signal });
        return { sizeBytes, chunks: translated(chunks, url) };
      }),

    listPrimes: (scope, after) =>
      ask(() =>
        client.primes({
          limit: PRIMES_AT_ONCE,
          ...(scope !== undefined && { scope }),
          ...(after !== undefined && { after }),
        }),
      ),

    async search(text, limit, signal) {
      const found = await ask(() => client.search(text, { limit, signal }), searchBreaker);
      const { results = [], incomplete = [] } = found ?? {};
      const hits = results.map(({ name, version, description }) => ({ name, version, description }));
      return { hits: hits.slice(0, limit), isWhole: incomplete.length === 0 };
    },

    close,
  };
}

/** A time outside years of four digits becomes 0. */
function readTimestamp(text: string): number {
  const timeMs = Date.parse(text);
  return timeMs >= 0 && timeMs < Date.UTC(10_000) ? timeMs : 0;
}

/** Gives the client the cached list, and remembers the entity tag of its answer. */
class KnownList implements ResponseCache {
  readonly #known: CachedResponse | undefined;
  etag: string | undefined;

  constructor(name: string, known: ListAnswer | undefined) {
    this.etag = known?.etag;
    if (known?.etag === undefined) return;
    const versions = known.versions.map(({ version, publishedAtMs, yanked }) => ({
      version,
      published_at: formatTimestamp(publishedAtMs),
      yanked,
    }));
    this.#known = { etag: known.etag, body: JSON.stringify({ name, versions, latest: '' }) };
  }

  async get(): Promise<CachedResponse | undefined> {
    return this.#known;
  }

  async set(_key: string, { etag }: CachedResponse): Promise<void> {
    this.etag = etag;
  }
}

function isBroken(error: unknown): boolean {
  return error instanceof RegistryRequestError && error.reason === 'unreachable';
}

/** Whether an immediate retry is pointless. */
function isOutage({ reason, status = 0 }: RegistryRequestError): boolean {
  return reason === 'unreachable' || reason === 'timeout' || [502, 503, 504].includes(status);
}

async function* translated(chunks: AsyncIterable<Uint8Array>, url: string): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    throw translate(error, url);
  }
}

/** Turns an error of the client into one for our client. The upstream's own words stay in the log. */
function translate(error: unknown, url: string): unknown {
  if (!(error instanceof RegistryRequestError)) return error;
  if (isCorrupt(error)) {
    const detail = `${url} sent something else than it promised; it was discarded.`;
    return new RegistryError('upstream_mismatch', { detail }, { cause: error });
  }
  return unavailable(url, describe(error), error);
}

function describe({ reason, status }: RegistryRequestError): string {
  if (reason === 'status') return `it answered ${status}`;
  if (reason === 'aborted') return 'the request was aborted';
  return reason === 'malformed' ? 'its answer is malformed' : 'it did not answer';
}

function unavailable(url: string, why: string, cause?: unknown): RegistryError {
  const detail = `${url} may have it, but cannot be asked: ${why}.`;
  return new RegistryError('upstream_unavailable', { detail }, { cause });
}
