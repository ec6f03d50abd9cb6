// The knowledge of this registry, and of those behind it: a version that is not here is pulled, as a download would do.
import { isAtomId, type TextLevel } from '@prime-registry/atoms';
import type {
  AtomPageQuery,
  KnowledgeHits,
  KnowledgeQuery,
  KnowledgeSource,
  KnownAtom,
  KnownPrime,
  LocatedAtom,
  PrimeVersion,
  ReadOptions,
} from '@prime-registry/knowledge';
import { parsePrimeName, parseVersion, type Version } from '@prime-registry/protocol';
import type { RegistryStore, VersionRecord } from '@prime-registry/store';
import { inventoryNotFound } from '../actions/read-atoms/inventory-not-found.ts';
import { linkEdges } from '../actions/read-atoms/link-edges.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { bringVersion, bringWanted } from './bring-version.ts';
import { PrimeFacts } from './prime-facts.ts';
import { searchKnowledge, toKnownAtom } from './search-knowledge.ts';
import { suggestNames } from './suggest-names.ts';

/** What reading works with. */
export interface StoreKnowledgeDeps {
  readonly store: RegistryStore;
  readonly mirror: Mirror;
  /** Base URL of this registry without a slash at its end, or other words for it if it has none. */
  readonly registry: string;
}

/** Edges from other Primes that are shown with an atom. */
const SHOWN_EDGES_IN = 20;

/** A version that is here, and its parsed number. */
interface Here {
  readonly record: VersionRecord;
  readonly version: Version;
}

/** Reads the store, and through the mirror. */
export class StoreKnowledge implements KnowledgeSource {
  readonly #deps: StoreKnowledgeDeps;
  readonly #facts: PrimeFacts;

  constructor(deps: StoreKnowledgeDeps) {
    this.#deps = deps;
    this.#facts = new PrimeFacts(deps);
  }

  async search(query: KnowledgeQuery): Promise<KnowledgeHits> {
    return searchKnowledge(this.#deps, query);
  }

  async findPrime(name: string, wanted?: string): Promise<KnownPrime | undefined> {
    const parsed = parsePrimeName(name);
    const record = parsed.ok ? await bringWanted(this.#deps, parsed.value, wanted) : undefined;
    return record && this.#facts.describe(record);
  }

  async listAtoms(
    prime: PrimeVersion,
    page: AtomPageQuery,
  ): Promise<{ readonly atoms: readonly KnownAtom[]; readonly total: number } | undefined> {
    const here = await this.#bring(prime);
    const listed = here && (await this.#deps.store.listAtoms(here.record.name, here.version, page));
    return listed && { atoms: listed.atoms.map(toKnownAtom), total: listed.total };
  }

  async *readAtoms(
    prime: PrimeVersion,
    { signal }: ReadOptions = {},
  ): ReturnType<KnowledgeSource['readAtoms']> {
    const here = await this.#bring(prime);
    if (here === undefined) return;
    for await (const batch of this.#deps.store.readLinkedAtoms(here.record.name, here.version)) {
      signal?.throwIfAborted();
      yield batch.map(({ edges, ...atom }) => ({ ...toKnownAtom(atom), edges }));
    }
  }

  async readTexts(
    prime: PrimeVersion,
    ids: readonly string[],
    level: TextLevel,
  ): Promise<ReadonlyMap<string, string>> {
    const here = await this.#bring(prime);
    if (here === undefined) return new Map();
    return this.#deps.store.readTexts(here.record.name, here.version, ids, level);
  }

  async findAtom(
    id: string,
    { prime, wanted }: { readonly prime?: string | undefined; readonly wanted?: string | undefined },
  ): Promise<LocatedAtom | undefined> {
    if (!isAtomId(id)) return undefined;
    const { store } = this.#deps;
    if (prime === undefined) {
      for await (const record of this.#listHomes(id)) {
        const located = await this.#readAtom(record, id);
        if (located !== undefined) return located;
      }
      return undefined;
    }
    const name = parsePrimeName(prime);
    const record = name.ok ? await bringWanted(this.#deps, name.value, wanted) : undefined;
    if (!name.ok || record === undefined) return undefined;
    const located = await this.#readAtom(record, id);
    if (located !== undefined) return located;
    const { version } = toHere(record);
    if ((await store.findInventory(record.name, version)) !== undefined) return undefined;
    throw await inventoryNotFound(store, name.value, version);
  }

  async suggest(text: string, what: 'prime' | 'atom'): Promise<readonly string[]> {
    return suggestNames(this.#deps.store, text, what);
  }

  /** The Primes that have an atom: the first one here, or those that a registry behind names. */
  async *#listHomes(id: string): AsyncGenerator<VersionRecord> {
    const { store, mirror } = this.#deps;
    const [home] = await store.listAtomHomes(id);
    if (home !== undefined) {
      const here = await this.#bring(home);
      if (here !== undefined) yield here.record;
      return;
    }
    for (const { name, version } of await mirror.findAtomHomes(id)) {
      const record = await bringVersion(this.#deps, name, version);
      if (record !== undefined) yield record;
    }
  }

  async #readAtom(record: VersionRecord, id: string): Promise<LocatedAtom | undefined> {
    const { store } = this.#deps;
    const found = await store.findAtom(record.name, toHere(record).version, id);
    if (found === undefined) return undefined;
    const { facts, texts } = found;
    const { edges: edgesIn } = await store.listEdgesIn(id, { limit: SHOWN_EDGES_IN });
    return {
      atom: toKnownAtom(facts),
      prime: await this.#facts.describeOrigin(record),
      texts,
      edges: await linkEdges(store, facts.edges),
      edgesIn: edgesIn.map(({ verbs, from, name, version }) => ({ verbs, from, prime: { name, version } })),
    };
  }

  async #bring({ name, version }: PrimeVersion): Promise<Here | undefined> {
    const parsed = { name: parsePrimeName(name), version: parseVersion(version) };
    if (!parsed.name.ok || !parsed.version.ok) return undefined;
    const record = await bringVersion(this.#deps, parsed.name.value, parsed.version.value);
    return record && { record, version: parsed.version.value };
  }
}

function toHere(record: VersionRecord): Here {
  const version = parseVersion(record.version);
  if (!version.ok) throw new Error(`the store has a malformed version of ${record.name}`);
  return { record, version: version.value };
}
