// A registry in memory that records its requests, so that tests can check which registry saw which name.
import {
  type Lifecycle,
  parseVersion,
  type Requires,
  selectLatest,
  tarballPath,
  type VersionList,
  versionListPath,
  versionManifestPath,
} from '@prime-registry/protocol';
import type {
  RegistryManifest,
  RegistryReader,
  RequestOptions,
  VersionEntry,
  VersionsOptions,
} from '../../src/registry-reader.ts';
import { type FailureDetails, RegistryRequestError } from '../../src/registry-request-error.ts';

/** Digest of versions that are published without one. */
export const SHA256 = 'ab'.repeat(32);

export class StubRegistry implements RegistryReader {
  readonly baseUrl: string;
  /** Every request so far, such as `list @acme/web-style` or `manifest @acme/web-style 1.0.0`. */
  readonly requests: string[] = [];
  /** If set, every request fails with it. */
  failure: Error | undefined;
  readonly #listed = new Map<string, Map<string, VersionEntry>>();
  readonly #manifests = new Map<string, RegistryManifest>();
  readonly #life = new Map<string, Omit<Lifecycle, 'name'>>();
  readonly #removed = new Set<string>();

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  /** Publishes versions, in this order. */
  publish(name: string, versions: readonly string[], fields: Partial<RegistryManifest> = {}): this {
    for (const version of versions) {
      this.#manifests.set(`${name} ${version}`, makeManifest(name, version, fields));
      this.list(name, version, fields.yanked === true, fields.requires);
    }
    return this;
  }

  /** Lists a version, even without a manifest. */
  list(name: string, version: string, yanked = false, requires?: Requires): this {
    const entries = this.#listed.get(name) ?? new Map<string, VersionEntry>();
    this.#listed.set(name, entries);
    entries.set(version, {
      ...{ version, published_at: '2026-01-02T03:04:05Z' },
      ...(yanked ? { yanked } : {}),
      ...(requires !== undefined && { requires }),
    });
    return this;
  }

  /** Leaves the requirements of versions out of the list, as registries do if they are too long. */
  omitRequires(name: string, versions: readonly string[]): this {
    for (const version of versions) {
      const entry = this.#listed.get(name)?.get(version);
      if (entry === undefined) continue;
      const { requires: _, ...rest } = entry;
      this.#listed.get(name)?.set(version, { ...rest, requires_omitted: true });
    }
    return this;
  }

  /** Yanks versions that stay in the list, like a list that was read before the yank. */
  yankBehindList(name: string, versions: readonly string[]): this {
    for (const version of versions) {
      this.#manifests.set(`${name} ${version}`, makeManifest(name, version, { yanked: true }));
    }
    return this;
  }

  /** Adds channels, deprecations or a new name to the list of a Prime. */
  live(name: string, life: Omit<Lifecycle, 'name'>): this {
    this.#life.set(name, { ...this.#life.get(name), ...life });
    return this;
  }

  /** Removes a version for good; it stays in the list only if `isListed`. */
  remove(name: string, version: string, { isListed = false } = {}): this {
    this.#removed.add(`${name} ${version}`);
    if (!isListed) this.#listed.get(name)?.delete(version);
    return this;
  }

  async versions(name: string, options: VersionsOptions = {}): Promise<VersionList> {
    this.requests.push(`list ${name}${options.includeYanked === true ? ' with yanked' : ''}`);
    await this.#answer(`GET ${versionListPath(name)}`, options);
    const all = this.#listed.get(name);
    if (all === undefined) throw failure(this.baseUrl, `GET ${versionListPath(name)}`, notFound);
    const versions = [...all.values()].filter(({ yanked }) => options.includeYanked === true || !yanked);
    return { name, versions, latest: latestOf(versions), ...this.#life.get(name) };
  }

  async manifest(name: string, version: string, options: RequestOptions = {}): Promise<RegistryManifest> {
    this.requests.push(`manifest ${name} ${version}`);
    await this.#answer(`GET ${versionManifestPath(name, version)}`, options);
    if (this.#removed.has(`${name} ${version}`)) {
      const gone = { reason: 'status', status: 410, code: 'version_removed' } as const;
      throw failure(this.baseUrl, `GET ${versionManifestPath(name, version)}`, gone);
    }
    const found = this.#manifests.get(`${name} ${version}`);
    if (found === undefined)
      throw failure(this.baseUrl, `GET ${versionManifestPath(name, version)}`, notFound);
    return found;
  }

  async #answer(request: string, options: RequestOptions): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    if (options.signal?.aborted) throw failure(this.baseUrl, request, { reason: 'aborted' });
    if (this.failure !== undefined) throw this.failure;
  }
}

const notFound = { reason: 'status', status: 404, code: 'not_found' } as const;

/** A failed request to a registry. */
export function failure(
  registry: string,
  request: string,
  details: Omit<FailureDetails, 'registry' | 'request'>,
): RegistryRequestError {
  return new RegistryRequestError(`${registry} failed: ${details.reason}`, { registry, request, ...details });
}

function latestOf(versions: readonly VersionEntry[]): string {
  const candidates = versions.flatMap(({ version, yanked = false }) => {
    const parsed = parseVersion(version);
    return parsed.ok ? [{ version: parsed.value, yanked }] : [];
  });
  return selectLatest(candidates)?.version.full ?? '';
}

function makeManifest(name: string, version: string, fields: Partial<RegistryManifest>): RegistryManifest {
  return {
    name,
    version,
    description: 'Style rules',
    license: 'Apache-2.0',
    atoms: 1,
    namespaces: ['@acme'],
    'prime-version': '1.0',
    sha256: SHA256,
    tarball_url: tarballPath(name, version),
    published_at: '2026-01-02T03:04:05Z',
    size_bytes: 100,
    yanked: false,
    ...fields,
  };
}
