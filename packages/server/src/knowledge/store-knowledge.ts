// The knowledge of this registry, and of those behind it: a version that is not here is pulled, as a download would do.
import { isAtomId, type TextLevel } from '@prime-registry/atoms';
import { createPause } from '@prime-registry/concurrency';
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
import { getValue, parsePrimeName, parseVersion, type Version } from '@prime-registry/protocol';
import type { RegistryStore, VersionRecord } from '@prime-registry/store';
import { inventoryNotFound } from '../actions/read-atoms/inventory-not-found.ts';
import { linkEdges } from '../actions/read-atoms/link-edges.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { bringVersion, bringWanted } from './bring-version.ts';
import { type AtomOrigin, PrimeFacts } from './prime-facts.ts';
import { searchKnowledge } from './search-knowledge.ts';
import { suggestNames } from './suggest-names.ts';
import { Unchanged } from './unchanged.ts';

export interface StoreKnowledgeDeps {
  readonly store: RegistryStore;
  readonly mirror: Mirror;
  /** Base URL of this registry without a slash at its end, or other words for it if it has none. */
  readonly registry: string;
}

/** Atoms whose homes are looked up at once. */
const HOMES_AT_ONCE = 100;
/** Edges from other Primes that are shown with an atom. */
const SHOWN_EDGES_IN = 20;

/** A version that is here, and its parsed number. */
interface Here {
  readonly record: VersionRecord;
  readonly version: Version;
}

/** A version whose atoms are read. */
interface Place {
  /** Whether it was published here. */
  readonly isOwn: boolean;
  readonly version: Version;
  readonly prime: AtomOrigin;
}

interface Found extends Pick<Place, 'isOwn'> {
  readonly located: LocatedAtom;
}

/** The most that atoms and places in memory occupy. */
const [MAX_ATOM_BYTES, MAX_PLACE_BYTES] = [16 * 1024 * 1024, 1024 * 1024];
/** What an atom without texts, an edge and a place occupy, approximately. */
const [ATOM_BYTES, EDGE_BYTES, PLACE_BYTES] = [2000, 200, 1000];

/** Reads the store, and through the mirror. */
export class StoreKnowledge implements KnowledgeSource {
  readonly #deps: StoreKnowledgeDeps;
  readonly #facts: PrimeFacts;
  readonly #atoms = new Unchanged<LocatedAtom>(MAX_ATOM_BYTES, sizeOfAtom);
  readonly #places = new Unchanged<Place>(MAX_PLACE_BYTES, () => PLACE_BYTES);

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
    const pause = createPause();
    for await (const batch of this.#deps.store.readLinkedAtoms(here.record.name, here.version)) {
      await pause();
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
    const stamp = await this.#deps.store.changeStamp();
    const key = JSON.stringify([id, prime, wanted]);
    const known = this.#atoms.find(key, stamp);
    if (known !== undefined) return known;
    const found =
      prime === undefined ? await this.#findHome(id, stamp) : await this.#findIn(prime, wanted, id);
    if (found?.isOwn === true) this.#atoms.keep(key, stamp, found.located);
    return found?.located;
  }

  async findHomes(ids: readonly string[]): Promise<ReadonlyMap<string, PrimeVersion>> {
    const homes = new Map<string, PrimeVersion>();
    for (let at = 0; at < ids.length; at += HOMES_AT_ONCE) {
      const holders = await this.#deps.store.findAtomHolders(ids.slice(at, at + HOMES_AT_ONCE));
      for (const [id, [first]] of holders)
        if (first?.isOwnScope === true) homes.set(id, { name: first.name, version: first.version });
    }
    return homes;
  }

  async suggest(text: string, what: 'prime' | 'atom'): Promise<readonly string[]> {
    return suggestNames(this.#deps.store, text, what);
  }

  /** The atom in the first Prime that has it: here, or else in a registry behind. */
  async #findHome(id: string, stamp: number): Promise<Found | undefined> {
    const { store, mirror } = this.#deps;
    const [home] = await store.listAtomHomes(id);
    if (home !== undefined) {
      const place = await this.#findPlace(home, stamp);
      return place && this.#readAtom(place, id);
    }
    for (const { name, version } of await mirror.findAtomHomes(id)) {
      const record = await bringVersion(this.#deps, name, version);
      const found = record && (await this.#readAtom(await this.#describe(record), id));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The atom in a Prime. @throws RegistryError `atoms_not_read`, and as bringWanted */
  async #findIn(prime: string, wanted: string | undefined, id: string): Promise<Found | undefined> {
    const name = parsePrimeName(prime);
    const record = name.ok ? await bringWanted(this.#deps, name.value, wanted) : undefined;
    if (!name.ok || record === undefined) return undefined;
    const place = await this.#describe(record);
    const found = await this.#readAtom(place, id);
    if (found !== undefined) return found;
    const { store } = this.#deps;
    if ((await store.findInventory(record.name, place.version)) !== undefined) return undefined;
    throw await inventoryNotFound(store, name.value, place.version);
  }

  /** A version that is here. */
  async #findPlace(home: PrimeVersion, stamp: number): Promise<Place | undefined> {
    const key = `${home.name} ${home.version}`;
    const known = this.#places.find(key, stamp);
    if (known !== undefined) return known;
    const here = await this.#bring(home);
    const place = here && (await this.#describe(here.record));
    if (place?.isOwn === true) this.#places.keep(key, stamp, place);
    return place;
  }

  async #describe(record: VersionRecord): Promise<Place> {
    // An upstream may change what is said about its versions without a commit here.
    const isOwn = record.origin === undefined;
    return {
      isOwn,
      version: getValue(parseVersion(record.version)),
      prime: await this.#facts.describeOrigin(record),
    };
  }

  async #readAtom({ isOwn, version, prime }: Place, id: string): Promise<Found | undefined> {
    const { store } = this.#deps;
    const found = await store.findAtom(prime.name, version, id);
    if (found === undefined) return undefined;
    const { facts, texts } = found;
    const { edges } = await store.listEdgesIn(id, { limit: SHOWN_EDGES_IN });
    const located: LocatedAtom = {
      atom: toKnownAtom(facts),
      ...{ prime, texts },
      edges: await linkEdges(store, facts.edges),
      edgesIn: edges.map((edge) => ({
        ...{ verbs: edge.verbs, from: edge.from },
        prime: { name: edge.name, version: edge.version },
      })),
    };
    return { isOwn, located };
  }

  async #bring({ name, version }: PrimeVersion): Promise<Here | undefined> {
    const parsed = { name: parsePrimeName(name), version: parseVersion(version) };
    if (!parsed.name.ok || !parsed.version.ok) return undefined;
    const record = await bringVersion(this.#deps, parsed.name.value, parsed.version.value);
    return record && { record, version: parsed.version.value };
  }
}

function sizeOfAtom({ texts, edges, edgesIn }: LocatedAtom): number {
  const characters = texts.summary.length + texts.core.length + texts.full.length;
  return ATOM_BYTES + 2 * characters + EDGE_BYTES * (edges.length + edgesIn.length);
}
