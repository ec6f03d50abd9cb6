// Fetches the list of versions of a Prime. Its size is limited, and an unchanged list is not read again.
import {
  type CachedResponse,
  isTooLong,
  RegistryClient,
  type RegistryClientOptions,
  type ResponseCache,
} from '@prime-registry/client';
import { LruCache } from '@prime-registry/concurrency';
import type { RegistryError } from '@prime-registry/protocol';
import { type Ask, unavailable } from './ask-upstream.ts';
import type { ListAnswer } from './upstream.ts';

/** The most that is read of a list, in bytes. */
export const MAX_LIST_BYTES = 2 * 1024 * 1024;
/** The most versions of a Prime. */
export const MAX_LIST_VERSIONS = 10_000;
/** How long a list that exceeds a limit is not requested again. */
const REFUSAL_MAX_AGE_MS = 30_000;
const MAX_REMEMBERED = 1000;

/** Fetches a list. @param known - the previous answer @returns undefined for a 404 */
export type FetchList = (name: string, known: ListAnswer | undefined) => Promise<ListAnswer | undefined>;

/** Creates the function for one upstream. @param options - those of its clients */
export function createListFetcher(ask: Ask, options: RegistryClientOptions): FetchList {
  const { baseUrl: url, onExchange } = options;
  const refusals = new LruCache<RegistryError>({ maxSize: MAX_REMEMBERED, ttlMs: REFUSAL_MAX_AGE_MS });

  const refuse = (name: string, excess: string, cause?: unknown): never => {
    const why = `its list of the versions of ${name} has more than ${excess}, the limit of this registry`;
    const refusal = unavailable(url, why, cause);
    refusals.set(name, refusal);
    throw refusal;
  };

  return async (name, known) => {
    const refusal = refusals.get(name);
    if (refusal !== undefined) throw refusal;
    let status: number | undefined;
    const cache = new KnownTag(name, known?.etag);
    const client = new RegistryClient({
      ...options,
      cache,
      maxJsonBytes: MAX_LIST_BYTES,
      onExchange(event) {
        status = event.status;
        onExchange?.(event);
      },
    });
    const answer = await ask(async () => {
      try {
        return await client.versions(name, { includeYanked: true });
      } catch (error) {
        if (isTooLong(error)) refuse(name, `${MAX_LIST_BYTES} bytes`, error);
        throw error;
      }
    });
    if (answer === undefined) return undefined;
    if (status === 304 && known !== undefined) return known;
    const { versions } = answer;
    if (versions.length > MAX_LIST_VERSIONS) refuse(name, `${MAX_LIST_VERSIONS} versions`);
    return {
      etag: cache.etag,
      versions: versions.map(({ version, published_at, yanked = false }) => ({
        version,
        publishedAtMs: readTimestamp(published_at),
        yanked,
      })),
    };
  };
}

/** A time outside years of four digits becomes 0. */
function readTimestamp(text: string): number {
  const timeMs = Date.parse(text);
  return timeMs >= 0 && timeMs < Date.UTC(10_000) ? timeMs : 0;
}

/**
 * Lets the client revalidate a list by its entity tag, and remembers the tag of the answer. The list itself
 * stays with the caller, so its cached form here is empty.
 */
class KnownTag implements ResponseCache {
  readonly #known: CachedResponse | undefined;
  etag: string | undefined;

  constructor(name: string, etag: string | undefined) {
    this.etag = undefined;
    this.#known =
      etag === undefined ? undefined : { etag, body: JSON.stringify({ name, versions: [], latest: '' }) };
  }

  async get(): Promise<CachedResponse | undefined> {
    return this.#known;
  }

  async set(_key: string, { etag }: CachedResponse): Promise<void> {
    this.etag = etag;
  }
}
