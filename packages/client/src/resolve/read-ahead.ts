// Reads lists and manifests ahead, many in one request, for the resolution of sets. Only what the next single requests
// would ask the same registry for is read; what a registry does not answer here is read singly, as ever.
import { forEachConcurrently } from '@prime-registry/concurrency';
import { primeBatchKey, type VersionList } from '@prime-registry/protocol';
import { splitBatch } from '../batch-parts.ts';
import type {
  BatchItem,
  RegistryManifest,
  RegistryReader,
  SharedRequestOptions,
} from '../registry-reader.ts';
import { RegistryRequestError } from '../registry-request-error.ts';
import type { SharedLists } from './shared-lists.ts';

/** A list, or the manifest of a version, of the registry that is asked for it first. */
export interface AheadItem extends BatchItem {
  readonly registry: RegistryReader;
}

/** Fewer items take no longer singly, and the registry can answer them from its cache. */
const FEWEST_ITEMS = 8;
const REQUESTS_AT_A_TIME = 4;

export class ReadAhead {
  readonly #lists: SharedLists;
  readonly #manifests = new Map<RegistryReader, Map<string, RegistryManifest>>();
  /** Registries that have failed to answer: they may lack the endpoint. They are not asked again. */
  readonly #without = new Set<RegistryReader>();

  /** @param lists - gets the lists */
  constructor(lists: SharedLists) {
    this.#lists = lists;
  }

  /** Whether the items of this registry are read ahead. */
  canAsk(registry: RegistryReader): boolean {
    return registry.readPrimes !== undefined && !this.#without.has(registry);
  }

  /** Reads what it can. A registry that fails is no error here. @returns the lists, by name */
  async read(
    items: readonly AheadItem[],
    options: SharedRequestOptions,
  ): Promise<ReadonlyMap<string, VersionList>> {
    const found = new Map<string, VersionList>();
    const { signal } = options;
    const concurrency = { limit: REQUESTS_AT_A_TIME, ...(signal && { signal }) };
    const unknown = items.filter((item) => !this.#hasManifest(item));
    await forEachConcurrently(split(unknown), concurrency, async ({ registry, part }, end) => {
      if (!this.canAsk(registry)) return;
      try {
        // Most ranges lead to the latest version: its manifest saves a round trip.
        const answers = await registry.readPrimes?.(part, { ...options, signal: end, includeLatest: true });
        for (const [name, list] of answers?.lists ?? []) {
          this.#lists.add(registry, name, list);
          found.set(name, list);
        }
        for (const [key, manifest] of answers?.manifests ?? []) this.#keep(registry, key, manifest);
      } catch (error) {
        if (!(error instanceof RegistryRequestError)) throw error;
        this.#without.add(registry);
      }
    });
    return found;
  }

  /** Hands a manifest out, once. */
  takeManifest(registry: RegistryReader, name: string, version: string): RegistryManifest | undefined {
    const manifests = this.#manifests.get(registry);
    const key = primeBatchKey(name, version);
    const manifest = manifests?.get(key);
    manifests?.delete(key);
    return manifest;
  }

  #hasManifest({ registry, name, version }: AheadItem): boolean {
    return version !== undefined && this.#manifests.get(registry)?.has(primeBatchKey(name, version)) === true;
  }

  #keep(registry: RegistryReader, key: string, manifest: RegistryManifest): void {
    const manifests = this.#manifests.get(registry) ?? new Map<string, RegistryManifest>();
    this.#manifests.set(registry, manifests.set(key, manifest));
  }
}

interface Part {
  readonly registry: RegistryReader;
  readonly part: BatchItem[];
}

/** The items of each request. */
function* split(items: readonly AheadItem[]): Iterable<Part> {
  for (const [registry, own] of Map.groupBy(items, (item) => item.registry)) {
    const unique = new Map(own.map((item) => [primeBatchKey(item.name, item.version), toItem(item)]));
    if (unique.size < FEWEST_ITEMS) continue;
    for (const part of splitBatch(unique.values())) yield { registry, part };
  }
}

function toItem({ name, version }: AheadItem): BatchItem {
  return { name, ...(version !== undefined && { version }) };
}
