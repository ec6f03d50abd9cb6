// The registries of a user as a source of knowledge.
import { countKinds, type Inventory, type TextLevel } from '@prime-registry/atoms';
import {
  isAborted,
  isNotFound,
  parsePrimeSpec,
  type RegistryClient,
  RegistryRequestError,
  ResolutionError,
} from '@prime-registry/client';
import { LruCache, mapConcurrently } from '@prime-registry/concurrency';
import {
  type AtomPageQuery,
  type KnowledgeHits,
  type KnowledgeQuery,
  type KnowledgeSource,
  type KnownAtom,
  type KnownPrime,
  type LocatedAtom,
  type PrimeVersion,
  type ReadOptions,
  toKnownAtom,
} from '@prime-registry/knowledge';
import { type AtomList, parseVersion, RegistryError, scopeOf } from '@prime-registry/protocol';
import { readContents } from '../atoms/read-inventory.ts';
import { CommandError } from '../errors/command-error.ts';
import { type FoundVersion, findVersion } from '../find/find-version.ts';
import { sumTokens } from '../install/index-files/index-item.ts';
import type { InstallDeps } from '../install/install-primes.ts';
import { ignoreAbsent } from '../registries/ignore-absent.ts';
import type { Registries } from '../registries/open-registries.ts';
import { never } from './installed-knowledge.ts';
import { searchForKnowledge } from './search-for-knowledge.ts';

/** What reads need besides the registries. */
export interface RegistryKnowledgeDeps {
  readonly registries: Registries;
  /** The most to unpack, from the user's settings. */
  readonly getLimits: InstallDeps['getLimits'];
}

/** Requests at the same time. */
const REQUEST_LIMIT = 8;
/** Versions whose manifest and atoms are kept: each has up to 64 MiB of atoms, usually less than 1 MiB. */
const KEPT_VERSIONS = 16;
/** The largest page of a list of atoms, and how many are read: no version has more than 10,000 atoms. */
const [PAGE, MAX_PAGES] = [1000, 10];

type Batch = readonly (KnownAtom & { readonly edges: Inventory['atoms'][number]['edges'] })[];

/** Reads what registries have. The first one with a name answers, as in an install. */
export class RegistryKnowledge implements KnowledgeSource {
  readonly #deps: RegistryKnowledgeDeps;
  readonly #found = new LruCache<FoundVersion>({ maxSize: 1000 });
  readonly #inventories = new LruCache<Promise<Inventory>>({ maxSize: KEPT_VERSIONS });

  constructor(deps: RegistryKnowledgeDeps) {
    this.#deps = deps;
  }

  search(query: KnowledgeQuery, { signal = never() }: ReadOptions = {}): Promise<KnowledgeHits> {
    return searchForKnowledge(this.#deps.registries, query, signal).catch(rethrow);
  }

  async findPrime(
    name: string,
    wanted = 'latest',
    { signal = never() }: ReadOptions = {},
  ): Promise<KnownPrime | undefined> {
    const found = await this.#find(name, wanted, signal);
    if (found === undefined) return undefined;
    const { registry, manifest } = found;
    const { version, sha256, description, license, requires = {}, yanked = false, deprecated } = manifest;
    const { atoms, kinds } = (await this.#listAll(found, signal)) ?? { atoms: [], kinds: [] };
    const tokens = sumTokens(atoms);
    return {
      ...{ name: manifest.name, version, sha256, description, license, requires, yanked, tokens },
      deprecated: deprecated?.message,
      from: registry.baseUrl,
      logIndex: undefined,
      kinds: kinds.length > 0 ? kinds : countKinds(atoms),
      atomCount: atoms.length,
    };
  }

  async listAtoms(
    prime: PrimeVersion,
    { kind, offset, limit }: AtomPageQuery,
    { signal = never() }: ReadOptions = {},
  ): Promise<{ readonly atoms: readonly KnownAtom[]; readonly total: number } | undefined> {
    const { registry, manifest } = await this.#get(prime, signal);
    const query = { ...(kind !== undefined && { kind }), offset, limit: Math.min(limit, PAGE), signal };
    const request = registry.atoms(manifest.name, manifest.version, query);
    const page = await request.catch(ignoreAbsent).catch(rethrow);
    return page && { atoms: page.atoms.map(toKnownAtom), total: page.total };
  }

  async *readAtoms(prime: PrimeVersion, { signal = never() }: ReadOptions = {}): AsyncGenerator<Batch> {
    const { atoms } = await this.#readInventory(await this.#get(prime, signal), signal);
    if (atoms.length > 0) yield atoms.map((atom) => ({ ...toKnownAtom(atom), edges: atom.edges }));
  }

  async readTexts(
    prime: PrimeVersion,
    ids: readonly string[],
    level: TextLevel,
    { signal = never() }: ReadOptions = {},
  ): Promise<ReadonlyMap<string, string>> {
    const { atoms } = await this.#readInventory(await this.#get(prime, signal), signal);
    const wanted = new Set(ids);
    return new Map(atoms.filter(({ id }) => wanted.has(id)).map(({ id, texts }) => [id, texts[level]]));
  }

  async findAtom(
    id: string,
    { prime, wanted }: { readonly prime?: string | undefined; readonly wanted?: string | undefined },
    { signal = never() }: ReadOptions = {},
  ): Promise<LocatedAtom | undefined> {
    if (prime !== undefined) {
      const found = await this.#find(prime, wanted ?? 'latest', signal);
      const { name, version } = found?.manifest ?? { name: prime, version: '' };
      return found && this.#locate(found.registry, id, { prime: name, version }, signal);
    }
    const { ordered, pins } = this.#deps.registries;
    const pinned = pins.get(scopeOf(id));
    for (const registry of pinned === undefined ? ordered : [pinned]) {
      const located = await this.#locate(registry, id, {}, signal);
      if (located !== undefined) return located;
    }
    return undefined;
  }

  async suggest(
    text: string,
    what: 'prime' | 'atom',
    { signal = never() }: ReadOptions = {},
  ): Promise<readonly string[]> {
    const query = { text: text.slice(0, 200), limit: 5, offset: 0 };
    const { hits } = await this.search(query, { signal }).catch(() => ({ hits: [] }));
    const names =
      what === 'prime'
        ? hits.map(({ name }) => name)
        : hits.flatMap(({ atoms }) => atoms.map(({ id }) => id));
    return [...new Set(names)].slice(0, 5);
  }

  async #locate(
    registry: RegistryClient,
    id: string,
    place: { readonly prime?: string; readonly version?: string },
    signal: AbortSignal,
  ): Promise<LocatedAtom | undefined> {
    try {
      const full = await registry.atom(id, { ...place, text: 'full', signal });
      const { name, version } = full.prime;
      const [manifest, summary, core] = await Promise.all([
        registry.manifest(name, version, { signal }),
        registry.atom(id, { prime: name, version, text: 'summary', signal }),
        registry.atom(id, { prime: name, version, text: 'core', signal }),
      ]);
      const { sha256, yanked = false, deprecated } = manifest;
      return {
        atom: toKnownAtom(full),
        prime: {
          ...{ name, version, sha256, yanked, from: registry.baseUrl, logIndex: undefined },
          deprecated: deprecated?.message,
        },
        texts: { summary: summary.text ?? '', core: core.text ?? '', full: full.text ?? '' },
        edges: full.edges.map(({ verb, target, standing, prime }) => ({ verb, target, standing, prime })),
        edgesIn: (full.edges_in ?? []).map(({ verbs, from, prime }) => ({ verbs, from, prime })),
      };
    } catch (error) {
      if (isNotFound(error)) return undefined;
      return rethrow(error);
    }
  }

  async #get(prime: PrimeVersion, signal: AbortSignal): Promise<FoundVersion> {
    const found = await this.#find(prime.name, prime.version, signal);
    if (found !== undefined) return found;
    throw new RegistryError('version_not_found', {
      detail: `no registry has ${prime.name} ${prime.version}`,
    });
  }

  async #find(name: string, wanted: string, signal: AbortSignal): Promise<FoundVersion | undefined> {
    const spec = parsePrimeSpec(`${name}@${wanted}`);
    if (!spec.ok) throw new RegistryError('invalid_query', { detail: spec.message });
    const key = `${name}@${spec.value.range}`;
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    try {
      const found = await findVersion(this.#deps.registries, spec.value, signal);
      // A version never changes; what a range means does.
      if (parseVersion(wanted).ok) this.#found.set(key, found);
      return found;
    } catch (error) {
      if (!(error instanceof ResolutionError)) return rethrow(error);
      if (error.reason === 'not-found') return undefined;
      throw new RegistryError('version_not_found', { detail: error.message }, { cause: error });
    }
  }

  /** All atoms of a version without their texts, and how many of each kind; undefined if they were never read. */
  async #listAll(
    { registry, manifest: { name, version } }: FoundVersion,
    signal: AbortSignal,
  ): Promise<Pick<AtomList, 'atoms' | 'kinds'> | undefined> {
    try {
      const first = await registry.atoms(name, version, { limit: PAGE, offset: 0, signal });
      const pages = Math.min(MAX_PAGES, Math.ceil(first.total / PAGE));
      const offsets = Array.from({ length: Math.max(0, pages - 1) }, (_, index) => (index + 1) * PAGE);
      const rest = await mapConcurrently(offsets, { limit: REQUEST_LIMIT, signal }, (offset, end) =>
        registry.atoms(name, version, { limit: PAGE, offset, signal: end }),
      );
      return { kinds: first.kinds, atoms: [first, ...rest].flatMap(({ atoms }) => atoms) };
    } catch (error) {
      if (isNotFound(error)) return undefined;
      return rethrow(error);
    }
  }

  /** From the tarball, which is one verified request instead of one for each atom. */
  #readInventory({ registry, manifest }: FoundVersion, signal: AbortSignal): Promise<Inventory> {
    const { name, version, sha256, size_bytes: sizeBytes } = manifest;
    const known = this.#inventories.get(sha256);
    if (known !== undefined) return known;
    const reading = (async () => {
      const options = { sha256, signal, ...(sizeBytes !== undefined && { sizeBytes }) };
      const { chunks } = await registry.tarball(name, version, options);
      return (await readContents(chunks, `${name} ${version}`, await this.#deps.getLimits())).inventory;
    })();
    this.#inventories.set(sha256, reading);
    reading.catch(() => this.#inventories.delete(sha256));
    return reading.catch(rethrow);
  }
}

/** Throws the error of a registry as one for the caller; others as they are. */
function rethrow(error: unknown): never {
  if (error instanceof CommandError)
    throw new RegistryError('atoms_not_read', { detail: error.message }, { cause: error });
  if (!(error instanceof RegistryRequestError) || isAborted(error)) throw error;
  throw new RegistryError('upstream_unavailable', { detail: error.message }, { cause: error });
}
