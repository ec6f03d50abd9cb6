// Primes in memory as a source of knowledge: for tests of what reads any source.
import type { Atom, Inventory, TextLevel } from '@prime-registry/atoms';
import type {
  AtomPageQuery,
  KnowledgeHit,
  KnowledgeHits,
  KnowledgeQuery,
  KnowledgeSource,
  KnownAtom,
  KnownEdge,
  KnownPrime,
  LocatedAtom,
  PrimeVersion,
} from '@prime-registry/knowledge';
import {
  compareVersions,
  findSimilar,
  getValue,
  parseRange,
  parseVersion,
  scopeOf,
} from '@prime-registry/protocol';
import { type AtomSource, inventoryOf } from '../primes/inventory.ts';

/** A version of a Prime for a source in memory. */
export interface KnowledgeDraft {
  readonly name: string;
  /** Default `1.0.0`. */
  readonly version?: string;
  readonly description?: string;
  readonly license?: string;
  readonly requires?: Readonly<Record<string, string>>;
  readonly yanked?: boolean;
  readonly deprecated?: string;
  readonly logIndex?: number;
  /** Default `installed`. */
  readonly from?: string;
  /** An inventory, or sources of one; undefined if its atoms were never read. */
  readonly atoms?: Inventory | readonly AtomSource[] | undefined;
}

interface Entry {
  readonly prime: KnownPrime;
  readonly atoms: readonly Atom[] | undefined;
}

/** A source, and how often each of its functions was called. */
export interface MemoryKnowledge extends Required<KnowledgeSource> {
  readonly calls: ReadonlyMap<string, number>;
}

/**
 * Makes a source of these versions. As in a registry, a search finds the Primes that have every word, and of their atoms
 * those that have every word; the last one may be the beginning of a word. The order is that of the drafts.
 */
export async function makeMemoryKnowledge(drafts: readonly KnowledgeDraft[]): Promise<MemoryKnowledge> {
  const entries = await Promise.all(drafts.map(makeEntry));
  return new Memory(entries);
}

async function makeEntry(draft: KnowledgeDraft, index: number): Promise<Entry> {
  const { name, version = '1.0.0', description = '', requires = {}, yanked = false } = draft;
  const isRead = !('atoms' in draft) || draft.atoms !== undefined;
  const given = draft.atoms ?? [];
  const inventory = 'atoms' in given ? given : await inventoryOf(given);
  const counts = new Map<string, number>();
  for (const { kind } of inventory.atoms) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const sum = (level: TextLevel) => inventory.atoms.reduce((total, { tokens }) => total + tokens[level], 0);
  const prime: KnownPrime = {
    ...{ name, version, description, requires, yanked },
    license: draft.license,
    deprecated: draft.deprecated,
    sha256: index.toString(16).padStart(64, '0'),
    from: draft.from ?? 'installed',
    logIndex: draft.logIndex,
    kinds: [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([kind, count]) => ({ kind, count })),
    atomCount: inventory.atoms.length,
    tokens: { summary: sum('summary'), core: sum('core'), full: sum('full') },
  };
  return { prime, atoms: isRead ? inventory.atoms : undefined };
}

class Memory implements MemoryKnowledge {
  readonly calls = new Map<string, number>();
  readonly #entries: readonly Entry[];

  constructor(entries: readonly Entry[]) {
    this.#entries = entries;
  }

  async search({ text, scope, kind, limit, offset }: KnowledgeQuery): Promise<KnowledgeHits> {
    this.#count('search');
    const words = wordsOf(text);
    const [last = '', ...others] = words.toReversed();
    const hasAll = (of: string) => {
      const own = new Set(wordsOf(of));
      return others.every((word) => own.has(word)) && own.values().some((word) => word.startsWith(last));
    };
    const hits: KnowledgeHit[] = [];
    for (const { prime, atoms = [] } of this.#currentEntries()) {
      if (scope !== undefined && !prime.name.startsWith(`${scope}/`)) continue;
      const ofKind = atoms.filter((atom) => kind === undefined || atom.kind === kind);
      const found = ofKind.filter(({ id, texts }) => hasAll(`${id} ${texts.full}`));
      const inside = ofKind.map(({ id, texts }) => `${id} ${texts.full}`).join(' ');
      if (!hasAll(`${prime.name} ${prime.description} ${inside}`)) continue;
      if (kind !== undefined && ofKind.length === 0) continue;
      hits.push({
        ...{ name: prime.name, version: prime.version, description: prime.description, from: prime.from },
        deprecated: prime.deprecated !== undefined,
        atoms: found.slice(0, 4).map(withoutTexts),
        atomTotal: found.length,
      });
    }
    return { hits: hits.slice(offset, offset + limit), total: hits.length, corrected: [], incomplete: [] };
  }

  async findPrime(name: string, wanted?: string): Promise<KnownPrime | undefined> {
    this.#count('findPrime');
    return this.#find(name, wanted)?.prime;
  }

  async listAtoms(prime: PrimeVersion, { kind, offset, limit }: AtomPageQuery) {
    this.#count('listAtoms');
    const atoms = this.#find(prime.name, prime.version)?.atoms;
    const ofKind = atoms?.filter((atom) => kind === undefined || atom.kind === kind);
    if (ofKind === undefined) return undefined;
    return { atoms: ofKind.slice(offset, offset + limit).map(withoutTexts), total: ofKind.length };
  }

  async *readAtoms(prime: PrimeVersion) {
    this.#count('readAtoms');
    const atoms = this.#find(prime.name, prime.version)?.atoms ?? [];
    yield atoms.map((atom) => ({ ...withoutTexts(atom), edges: atom.edges }));
  }

  async readTexts(prime: PrimeVersion, ids: readonly string[], level: TextLevel) {
    this.#count('readTexts');
    const atoms = this.#find(prime.name, prime.version)?.atoms ?? [];
    return new Map(
      atoms.filter(({ id }) => ids.includes(id)).map(({ id, texts }) => [id, texts[level]] as const),
    );
  }

  async findAtom(id: string, place: { prime?: string | undefined; wanted?: string | undefined }) {
    this.#count('findAtom');
    // The scope of the atom first, as in a registry.
    const isForeign = ({ prime }: Entry) => Number(scopeOf(prime.name) !== scopeOf(id));
    const entries =
      place.prime === undefined
        ? this.#currentEntries().sort((a, b) => isForeign(a) - isForeign(b))
        : [this.#find(place.prime, place.wanted)].filter((entry) => entry !== undefined);
    for (const { prime, atoms = [] } of entries) {
      const atom = atoms.find((candidate) => candidate.id === id);
      if (atom !== undefined) return this.#locate(atom, prime);
    }
    return undefined;
  }

  async findHomes(ids: readonly string[]) {
    this.#count('findHomes');
    const homes = ids.flatMap((id) => {
      const home = this.#currentEntries().find(
        ({ prime, atoms = [] }) =>
          scopeOf(prime.name) === scopeOf(id) && atoms.some((atom) => atom.id === id),
      );
      return home === undefined ? [] : [[id, home.prime] as const];
    });
    return new Map(homes);
  }

  async suggest(text: string, what: 'prime' | 'atom'): Promise<readonly string[]> {
    this.#count('suggest');
    const entries = this.#currentEntries();
    const names =
      what === 'prime'
        ? entries.map(({ prime }) => prime.name)
        : entries.flatMap(({ atoms = [] }) => atoms.map(({ id }) => id));
    const similar = findSimilar(text, names);
    return similar === undefined ? [] : [similar];
  }

  #locate(atom: Atom, prime: KnownPrime): LocatedAtom {
    const edges = atom.edges.map((edge): KnownEdge => {
      const target = this.#placeOf(edge.target);
      return { ...edge, prime: target?.name === prime.name ? undefined : target };
    });
    const edgesIn = this.#currentEntries()
      .filter((entry) => entry.prime.name !== prime.name)
      .flatMap((entry) =>
        (entry.atoms ?? []).flatMap((from) => {
          const verbs = from.edges.filter(({ target }) => target === atom.id).map(({ verb }) => verb);
          const { name, version } = entry.prime;
          return verbs.length === 0 ? [] : [{ verbs, from: from.id, prime: { name, version } }];
        }),
      );
    return { atom: withoutTexts(atom), prime, texts: atom.texts, edges, edgesIn: edgesIn.slice(0, 20) };
  }

  #placeOf(id: string): PrimeVersion | undefined {
    const entry = this.#currentEntries().find(({ atoms = [] }) => atoms.some((atom) => atom.id === id));
    return entry && { name: entry.prime.name, version: entry.prime.version };
  }

  /** The latest version of each Prime. */
  #currentEntries(): Entry[] {
    const names = new Set(this.#entries.map(({ prime }) => prime.name));
    return [...names].map((name) => this.#find(name)).filter((entry) => entry !== undefined);
  }

  #find(name: string, wanted = 'latest'): Entry | undefined {
    const range = getValue(parseRange(wanted));
    const isExact = range.kind === 'exact';
    return this.#entries
      .filter(
        ({ prime }) => prime.name === name && (isExact || !prime.yanked) && range.matches(prime.version),
      )
      .sort((a, b) => compareVersions(versionOf(b), versionOf(a)))[0];
  }

  #count(name: string): void {
    this.calls.set(name, (this.calls.get(name) ?? 0) + 1);
  }
}

function versionOf({ prime }: Entry) {
  return getValue(parseVersion(prime.version));
}

function withoutTexts({ id, kind, label, description, domain, tags, tokens }: Atom): KnownAtom {
  return { id, kind, label, description, domain, tags, tokens };
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
