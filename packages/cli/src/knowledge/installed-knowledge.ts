// The installed Primes of a project as a source of knowledge. It contacts nobody.
import { countKinds, type TextLevel } from '@prime-registry/atoms';
import {
  type AtomPageQuery,
  type KnowledgeHits,
  type KnowledgeQuery,
  type KnowledgeSource,
  type KnownAtom,
  type KnownEdge,
  type KnownPrime,
  type LocalHits,
  type LocatedAtom,
  type PrimeVersion,
  type ReadOptions,
  searchPrimes,
  suggestNames,
  toKnownAtom,
} from '@prime-registry/knowledge';
import { RegistryError } from '@prime-registry/protocol';
import { sumTokens } from '../install/index-files/index-item.ts';
import { requiresOf } from '../install/lockfile/locked-requires.ts';
import type { LockedPrime } from '../install/lockfile/lockfile.ts';
import { readProjectLogs } from '../log/project/project-logs.ts';
import type { InstalledPrime, InstalledPrimes } from './installed-primes.ts';
import { isWanted } from './is-wanted.ts';
import type { InstalledAtom } from './prime-contents.ts';

/** Where installed Primes are read from, instead of the base URL of a registry. */
export const INSTALLED = 'installed';
/** The same, if only lock.yaml says that these are the files of the version; see InstalledPrime. */
const UNPROVEN = 'installed, unproven';

/** Most edges from other Primes that are shown with an atom. */
export const MAX_EDGES_IN = 20;

type Batch = readonly (KnownAtom & { readonly edges: InstalledAtom['edges'] })[];

/** Reads installed Primes that are locked and intact. */
export class InstalledKnowledge implements KnowledgeSource {
  readonly #primes: InstalledPrimes;

  constructor(primes: InstalledPrimes) {
    this.#primes = primes;
  }

  /** Whether the project has locked a version that is what was asked for, intact or not. */
  async has(name: string, wanted?: string): Promise<boolean> {
    const locked = (await this.#primes.lockfile()).get(name);
    return locked !== undefined && isWanted(locked, wanted);
  }

  /** As {@link search}, with what only searches in memory know. */
  async searchAll(query: KnowledgeQuery, { signal = never() }: ReadOptions = {}): Promise<LocalHits> {
    const primes = await this.#primes.list(signal);
    return searchPrimes(
      primes.map((prime) => prime.getIndex()),
      query,
    );
  }

  async search(query: KnowledgeQuery, options?: ReadOptions): Promise<KnowledgeHits> {
    const { hits, corrected } = await this.searchAll(query, options);
    return {
      hits: hits.slice(query.offset, query.offset + query.limit).map(({ prime, atoms, atomTotal }) => ({
        ...{ ...prime, deprecated: false, from: INSTALLED, atoms, atomTotal },
      })),
      ...{ total: hits.length, corrected, incomplete: [] },
    };
  }

  async findPrime(
    name: string,
    wanted?: string,
    { signal = never() }: ReadOptions = {},
  ): Promise<KnownPrime | undefined> {
    const locked = (await this.#primes.lockfile()).get(name);
    if (locked === undefined) return undefined;
    requireWanted(locked, wanted);
    return this.#describe(await this.#get(locked, signal));
  }

  async listAtoms(
    prime: PrimeVersion,
    { kind, offset, limit }: AtomPageQuery,
    { signal = never() }: ReadOptions = {},
  ): Promise<{ readonly atoms: readonly KnownAtom[]; readonly total: number } | undefined> {
    const { atoms } = (await this.#getVersion(prime, signal)).contents;
    const chosen = kind === undefined ? atoms : atoms.filter((atom) => atom.kind === kind);
    return { atoms: chosen.slice(offset, offset + limit).map(toKnownAtom), total: chosen.length };
  }

  async *readAtoms(prime: PrimeVersion, { signal = never() }: ReadOptions = {}): AsyncGenerator<Batch> {
    const { atoms } = (await this.#getVersion(prime, signal)).contents;
    if (atoms.length > 0) yield atoms.map((atom) => ({ ...toKnownAtom(atom), edges: atom.edges }));
  }

  async readTexts(
    prime: PrimeVersion,
    ids: readonly string[],
    level: TextLevel,
    { signal = never() }: ReadOptions = {},
  ): Promise<ReadonlyMap<string, string>> {
    const { atoms } = (await this.#getVersion(prime, signal)).contents;
    const wanted = new Set(ids);
    return new Map(atoms.filter(({ id }) => wanted.has(id)).map(({ id, texts }) => [id, texts[level]]));
  }

  async findAtom(
    id: string,
    { prime: name, wanted }: { readonly prime?: string | undefined; readonly wanted?: string | undefined },
    { signal = never() }: ReadOptions = {},
  ): Promise<LocatedAtom | undefined> {
    const holder = await this.#findHolder(id, name, wanted, signal);
    const atom = holder?.contents.atoms.find((each) => each.id === id);
    if (holder === undefined || atom === undefined) return undefined;
    const { name: own, version, sha256, yanked, deprecated, from, logIndex } = await this.#describe(holder);
    const edges = await Promise.all(
      atom.edges.map(async (edge): Promise<KnownEdge> => {
        const others =
          edge.standing === 'inside' ? [] : await this.#primes.findHolders(edge.target, signal, 1);
        const [other] = others.map(({ locked }) => ({ name: locked.name, version: locked.version }));
        return { ...edge, standing: other === undefined ? edge.standing : 'outside', prime: other };
      }),
    );
    return {
      atom: toKnownAtom(atom),
      prime: { name: own, version, sha256, yanked, deprecated, from, logIndex },
      ...{ texts: atom.texts, edges, edgesIn: await this.#listEdgesIn(id, own, signal) },
    };
  }

  async suggest(
    text: string,
    what: 'prime' | 'atom',
    { signal = never() }: ReadOptions = {},
  ): Promise<readonly string[]> {
    if (what === 'prime') return suggestNames(text, [...(await this.#primes.lockfile()).keys()]);
    const primes = await this.#primes.list(signal);
    return suggestNames(text, [
      ...new Set(primes.flatMap(({ contents }) => contents.atoms.map(({ id }) => id))),
    ]);
  }

  async #findHolder(
    id: string,
    name: string | undefined,
    wanted: string | undefined,
    signal: AbortSignal,
  ): Promise<InstalledPrime | undefined> {
    if (name === undefined) return (await this.#primes.findHolders(id, signal, 1))[0];
    const locked = (await this.#primes.lockfile()).get(name);
    if (locked === undefined) return undefined;
    requireWanted(locked, wanted);
    return this.#get(locked, signal);
  }

  async #listEdgesIn(id: string, holder: string, signal: AbortSignal): Promise<LocatedAtom['edgesIn']> {
    return listEdgesIn(await this.#primes.list(signal), id, holder).slice(0, MAX_EDGES_IN);
  }

  async #getVersion({ name, version }: PrimeVersion, signal: AbortSignal): Promise<InstalledPrime> {
    const locked = (await this.#primes.lockfile()).get(name);
    if (locked?.version === version) return this.#get(locked, signal);
    const detail =
      locked === undefined
        ? `${name} is not installed here`
        : `${name} ${version} is not installed here, but ${locked.version} is`;
    throw new RegistryError('version_not_found', { detail });
  }

  async #get(locked: LockedPrime, signal: AbortSignal): Promise<InstalledPrime> {
    const prime = await this.#primes.find(locked.name, signal);
    if (prime !== undefined) return prime;
    const { name, version } = locked;
    throw new RegistryError('atoms_not_read', {
      detail: `${name} ${version} is locked, but its installed files are missing or were changed: 'prime install' repairs them`,
    });
  }

  async #describe({ locked, contents, isProven }: InstalledPrime): Promise<KnownPrime> {
    const { name, version, sha256 } = locked;
    const { description, license, atoms } = contents;
    const logged = (await readProjectLogs(this.#primes.projectFolder)).primes.get(name);
    const tokens = sumTokens(atoms);
    return {
      ...{ name, version, sha256, description, license, requires: requiresOf(locked), tokens },
      // Only a registry knows of these.
      ...{ yanked: false, deprecated: undefined },
      from: isProven ? INSTALLED : UNPROVEN,
      logIndex: logged?.version === version ? logged.index : undefined,
      kinds: countKinds(atoms),
      atomCount: atoms.length,
    };
  }
}

/** The edges to an atom from other Primes, by Prime and atom. */
export function listEdgesIn(
  primes: readonly InstalledPrime[],
  id: string,
  holder: string,
): (LocatedAtom['edgesIn'][number] & { readonly kind: string })[] {
  return primes.flatMap(({ locked: { name, version }, contents }) =>
    name === holder
      ? []
      : contents.atoms.flatMap((atom) => {
          const verbs = atom.edges.filter(({ target }) => target === id).map(({ verb }) => verb);
          return verbs.length === 0
            ? []
            : [{ verbs, from: atom.id, kind: atom.kind, prime: { name, version } }];
        }),
  );
}

function requireWanted(locked: LockedPrime, wanted: string | undefined): void {
  if (isWanted(locked, wanted)) return;
  throw new RegistryError('version_not_found', {
    detail: `${locked.name} is installed here as ${locked.version}; only a registry can answer for '${wanted}'`,
  });
}

/** A signal of its own for each read: listeners would pile up at a shared one. */
export function never(): AbortSignal {
  return new AbortController().signal;
}
