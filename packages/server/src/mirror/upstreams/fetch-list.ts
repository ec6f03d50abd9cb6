// Fetches the list of versions of a Prime. Its size is limited, and an unchanged list is not read again.

import {
  type CachedResponse,
  isTooLong,
  RegistryClient,
  type RegistryClientOptions,
  type ResponseCache,
} from '@prime-registry/client';
import { LruCache, ownTurn } from '@prime-registry/concurrency';
import type { RegistryError } from '@prime-registry/protocol';
import type { ListedVersion } from '@prime-registry/store';
import type { UpstreamLifecycle } from '../../tasks/lists/upstream-lifecycle.ts';
import { type Ask, unavailable } from './ask-upstream.ts';
import type { ListAnswer, Upstream } from './upstream.ts';
import type { UpstreamDocuments } from './upstream-documents.ts';

/** The most that is read of a list, in bytes. */
export const MAX_LIST_BYTES = 2 * 1024 * 1024;
/** The most versions of a Prime. */
export const MAX_LIST_VERSIONS = 10_000;
/** Texts from this length take a turn of the event loop of their own, in characters. */
const LONG = 100_000;
/** How long a list that exceeds a limit is not requested again. */
const REFUSAL_MAX_AGE_MS = 30_000;
const MAX_REMEMBERED = 1000;

export interface ListFetcherDeps {
  readonly ask: Ask;
  readonly documents: UpstreamDocuments;
  /** The options of clients. */
  readonly options: RegistryClientOptions;
}

/** Creates the function for one upstream. */
export function createListFetcher({ ask, documents, options }: ListFetcherDeps): Upstream['fetchList'] {
  const { baseUrl: url, onExchange } = options;
  const refusals = new LruCache<RegistryError>({ maxSize: MAX_REMEMBERED, ttlMs: REFUSAL_MAX_AGE_MS });

  const refuse = (name: string, excess: string, cause?: unknown): never => {
    const why = `its list of the versions of ${name} has more than ${excess}, the limit of this registry`;
    const refusal = unavailable(url, why, cause);
    refusals.set(name, refusal);
    throw refusal;
  };

  const readList = async (name: string, text: string): Promise<Omit<ListAnswer, 'etag'>> => {
    const read = await documents.readList({ name, text, maxVersions: MAX_LIST_VERSIONS });
    if ('problem' in read) throw unavailable(url, 'its answer is malformed', new Error(read.problem));
    if ('count' in read) return refuse(name, `${MAX_LIST_VERSIONS} versions`);
    const { versions: versionsText, lifecycle: lifecycleText } = read;
    if (versionsText.length > LONG) await ownTurn();
    const versions = JSON.parse(versionsText) as ListedVersion[];
    if (lifecycleText.length > LONG) await ownTurn();
    const lifecycle = lifecycleText === '' ? undefined : (JSON.parse(lifecycleText) as UpstreamLifecycle);
    return { versions, text: versionsText, lifecycle, lifecycleText };
  };

  return async (name, known) => {
    const refusal = refusals.get(name);
    if (refusal !== undefined) throw refusal;
    let status: number | undefined;
    const cache = new KnownTag(known?.etag);
    const { onJsonChunk, release } = documents.hold();
    const client = new RegistryClient({
      ...options,
      ...{ cache, onJsonChunk, maxJsonBytes: MAX_LIST_BYTES },
      onExchange(event) {
        status = event.status;
        onExchange?.(event);
      },
    });
    try {
      const text = await ask(async () => {
        try {
          return await client.versionsText(name, { includeYanked: true });
        } catch (error) {
          if (isTooLong(error)) refuse(name, `${MAX_LIST_BYTES} bytes`, error);
          throw error;
        }
      });
      if (text === undefined) return undefined;
      if (status === 304 && known !== undefined) return known;
      return { etag: cache.etag, ...(await readList(name, text)) };
    } finally {
      release();
    }
  };
}

/**
 * Lets the client revalidate a list by its entity tag, and remembers the tag of the answer. The list itself
 * stays with the caller, so its cached form here is empty.
 */
class KnownTag implements ResponseCache {
  readonly #known: CachedResponse | undefined;
  etag: string | undefined;

  constructor(etag: string | undefined) {
    this.#known = etag === undefined ? undefined : { etag, body: '' };
  }

  async get(): Promise<CachedResponse | undefined> {
    return this.#known;
  }

  async set(_key: string, { etag }: CachedResponse): Promise<void> {
    this.etag = etag;
  }
}
