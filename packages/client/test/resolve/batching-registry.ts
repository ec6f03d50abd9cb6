// A registry in memory that answers many lists and manifests in one request, as prime-registry does.
import { primeBatchKey, type VersionList } from '@prime-registry/protocol';
import type {
  BatchAnswers,
  BatchItem,
  BatchOptions,
  RegistryManifest,
  RegistryReader,
  SharedRequestOptions,
  VersionsOptions,
} from '../../src/registry-reader.ts';
import { failure, type StubRegistry } from './stub-registry.ts';

export class BatchingRegistry implements RegistryReader {
  readonly baseUrl: string;
  /** Every single request so far, as in {@link StubRegistry}. */
  readonly singly: string[] = [];
  /** The items of every request for many. */
  readonly batches: string[][] = [];
  readonly #stub: StubRegistry;
  readonly #isSingly: (key: string) => boolean;
  readonly #failsAt: number;
  readonly #sendsLatest: boolean;

  /**
   * @param stub - what it has
   * @param options - which items must be read singly, the number of the first request for many that fails, and whether it
   * sends the manifests of latest versions with lists
   */
  constructor(
    stub: StubRegistry,
    { isSingly = () => false, failsAt = Number.POSITIVE_INFINITY, sendsLatest = false }: BatchingOptions = {},
  ) {
    this.#sendsLatest = sendsLatest;
    this.#stub = stub;
    this.baseUrl = stub.baseUrl;
    this.#isSingly = isSingly;
    this.#failsAt = failsAt;
  }

  /** Every list and manifest that was asked for, in either way. */
  get questions(): ReadonlySet<string> {
    return new Set([...this.singly, ...this.batches.flat()]);
  }

  versions(name: string, options?: VersionsOptions): Promise<VersionList> {
    this.singly.push(primeBatchKey(name));
    return this.#stub.versions(name, options);
  }

  manifest(name: string, version: string, options?: SharedRequestOptions): Promise<RegistryManifest> {
    this.singly.push(primeBatchKey(name, version));
    return this.#stub.manifest(name, version, options);
  }

  async readPrimes(
    items: readonly BatchItem[],
    { includeLatest = false, ...options }: BatchOptions = {},
  ): Promise<BatchAnswers> {
    this.batches.push(items.map(({ name, version }) => primeBatchKey(name, version)));
    if (this.batches.length >= this.#failsAt)
      throw failure(this.baseUrl, 'GET /-/resolve', { reason: 'status', status: 404 });
    const lists = new Map<string, VersionList>();
    const manifests = new Map<string, RegistryManifest>();
    const read = async ({ name, version }: BatchItem): Promise<void> => {
      const key = primeBatchKey(name, version);
      if (this.#isSingly(key)) return;
      try {
        if (version === undefined) lists.set(key, await this.#stub.versions(name, options));
        else manifests.set(key, await this.#stub.manifest(name, version, options));
      } catch {
        // What is not there must be asked for singly.
      }
    };
    for (const item of items) await read(item);
    if (includeLatest && this.#sendsLatest) {
      for (const [name, { latest }] of lists) await read({ name, version: latest });
    }
    return { lists, manifests };
  }
}

interface BatchingOptions {
  readonly isSingly?: (key: string) => boolean;
  readonly failsAt?: number;
  readonly sendsLatest?: boolean;
}
