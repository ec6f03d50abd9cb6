// Single flight for lists of versions: concurrent callers share one request, which is aborted when the last
// of them gives up. Lists are kept, so that one command sees one state of a registry.
import { type VersionList, versionListPath } from '@prime-registry/protocol';
import type { RegistryReader, VersionsOptions } from '../registry-reader.ts';
import { RegistryRequestError } from '../registry-request-error.ts';

interface SharedList {
  readonly list: Promise<VersionList>;
  /** Number of waiting callers. */
  waiting: number;
  /** Aborts the request. */
  readonly abandon: () => void;
}

/** The lists read so far. Failures are not kept. */
export class SharedLists {
  readonly #lists = new Map<RegistryReader, Map<string, SharedList>>();

  /**
   * The versions of a Prime in one registry; rejects as the registry does, and once the caller's signal is
   * aborted.
   */
  read(registry: RegistryReader, name: string, options: VersionsOptions = {}): Promise<VersionList> {
    const { signal, deadline, includeYanked = false } = options;
    if (signal?.aborted) return Promise.reject(abortedError(registry, name, signal));
    const shared = this.#share(registry, name, { includeYanked, ...(deadline && { deadline }) });
    shared.waiting += 1;
    if (signal === undefined) return shared.list;
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        reject(abortedError(registry, name, signal));
        shared.waiting -= 1;
        if (shared.waiting === 0) shared.abandon();
      };
      signal.addEventListener('abort', giveUp, { once: true });
      shared.list.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
    });
  }

  /** Keeps a list that was read otherwise, unless there is one. */
  add(registry: RegistryReader, name: string, list: VersionList): void {
    const lists = this.#listsOf(registry);
    if (!lists.has(name)) lists.set(name, { list: Promise.resolve(list), waiting: 0, abandon: () => {} });
  }

  /** The deadline of the first caller counts: the others wait for the same answer. */
  #share(
    registry: RegistryReader,
    name: string,
    { includeYanked = false, deadline }: VersionsOptions,
  ): SharedList {
    const lists = this.#listsOf(registry);
    const key = includeYanked ? `${name} with yanked` : name;
    const known = lists.get(key);
    if (known !== undefined) return known;

    const controller = new AbortController();
    const forget = () => {
      if (lists.get(key) === shared) lists.delete(key);
    };
    const request: VersionsOptions = {
      signal: controller.signal,
      includeYanked,
      ...(deadline && { deadline }),
    };
    const shared: SharedList = {
      list: registry.versions(name, request),
      waiting: 0,
      abandon: () => {
        // Removed first, so that no new caller joins an aborted request.
        forget();
        controller.abort();
      },
    };
    shared.list.catch(forget);
    lists.set(key, shared);
    return shared;
  }

  #listsOf(registry: RegistryReader): Map<string, SharedList> {
    const lists = this.#lists.get(registry) ?? new Map<string, SharedList>();
    this.#lists.set(registry, lists);
    return lists;
  }
}

function abortedError(registry: RegistryReader, name: string, signal: AbortSignal): RegistryRequestError {
  return new RegistryRequestError(
    `Reading the versions of ${name} from ${registry.baseUrl} was aborted.`,
    { registry: registry.baseUrl, request: `GET ${versionListPath(name)}`, reason: 'aborted' },
    { cause: signal.reason },
  );
}
