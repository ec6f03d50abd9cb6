// Layers sources of knowledge: installed Primes answer first, registries the rest.
import type { TextLevel } from '@prime-registry/atoms';
import type {
  AtomPageQuery,
  KnowledgeHits,
  KnowledgeQuery,
  KnowledgeSource,
  KnownPrime,
  LocatedAtom,
  PrimeVersion,
  ReadOptions,
} from '@prime-registry/knowledge';
import { RegistryError } from '@prime-registry/protocol';
import { once } from '../once.ts';
import { INSTALLED, type InstalledKnowledge } from './installed-knowledge.ts';

/** Installed Primes, and behind them registries, which are opened when they are needed. */
export class LayeredKnowledge implements KnowledgeSource {
  readonly #installed: InstalledKnowledge;
  readonly #openRegistries: () => Promise<KnowledgeSource>;

  constructor(installed: InstalledKnowledge, openRegistries: () => Promise<KnowledgeSource>) {
    this.#installed = installed;
    this.#openRegistries = once(openRegistries);
  }

  /**
   * Installed Primes come first if they match as typed, each in its locked version; registries that fail are named as
   * incomplete.
   */
  async search(query: KnowledgeQuery, options?: ReadOptions): Promise<KnowledgeHits> {
    const { offset, limit } = query;
    const local = await this.#installed.searchAll(query, options);
    const names = new Set(local.hits.map(({ prime }) => prime.name));
    const found = local.hits.map(({ prime, atoms, atomTotal }) => ({
      ...{ ...prime, deprecated: false, from: INSTALLED, atoms, atomTotal },
    }));
    // Enough to fill the page, whichever of them are installed.
    const wanted = { ...query, offset: 0, limit: Math.min(MAX_LIMIT, offset + limit + found.length) };
    const remote = await this.#ask((registries) => registries.search(wanted, options)).catch((error) => {
      if (found.length === 0) throw error;
      return { hits: [], total: 0, corrected: [], incomplete: [describe(error)] };
    });
    const others = remote.hits.filter(({ name }) => !names.has(name));
    // Nobody needs a guess at a word that a registry has as it was typed.
    const isNeedless = local.corrected.length > 0 && remote.corrected.length === 0 && others.length > 0;
    const own = isNeedless ? [] : found;
    // Something that has all words as typed is better than something installed that has half of them, or others.
    const isBehind = local.isPartial || local.corrected.length > 0;
    const hits = isBehind ? [...others, ...own] : [...own, ...others];
    const rest = Math.max(others.length, remote.total - (remote.hits.length - others.length));
    return {
      hits: hits.slice(offset, offset + limit),
      total: own.length + rest,
      corrected: joinCorrections(own.length > 0 ? local.corrected : [], remote.corrected),
      incomplete: remote.incomplete,
    };
  }

  async findPrime(name: string, wanted?: string, options?: ReadOptions): Promise<KnownPrime | undefined> {
    const source = await this.#choose(name, wanted);
    return source.findPrime(name, wanted, options);
  }

  async listAtoms(
    prime: PrimeVersion,
    page: AtomPageQuery,
    options?: ReadOptions,
  ): ReturnType<KnowledgeSource['listAtoms']> {
    return (await this.#choose(prime.name, prime.version)).listAtoms(prime, page, options);
  }

  async *readAtoms(prime: PrimeVersion, options?: ReadOptions): ReturnType<KnowledgeSource['readAtoms']> {
    yield* (await this.#choose(prime.name, prime.version)).readAtoms(prime, options);
  }

  async readTexts(
    prime: PrimeVersion,
    ids: readonly string[],
    level: TextLevel,
    options?: ReadOptions,
  ): Promise<ReadonlyMap<string, string>> {
    return (await this.#choose(prime.name, prime.version)).readTexts(prime, ids, level, options);
  }

  async findAtom(
    id: string,
    place: { readonly prime?: string | undefined; readonly wanted?: string | undefined },
    options?: ReadOptions,
  ): Promise<LocatedAtom | undefined> {
    const isLocal = place.prime === undefined || (await this.#installed.has(place.prime, place.wanted));
    const found = isLocal ? await this.#installed.findAtom(id, place, options) : undefined;
    return found ?? this.#ask((registries) => registries.findAtom(id, place, options));
  }

  async suggest(text: string, what: 'prime' | 'atom', options?: ReadOptions): Promise<readonly string[]> {
    const own = await this.#installed.suggest(text, what, options);
    return own.length > 0 ? own : this.#ask((registries) => registries.suggest(text, what, options));
  }

  async #choose(name: string, wanted: string | undefined): Promise<KnowledgeSource> {
    if (await this.#installed.has(name, wanted)) return this.#installed;
    return this.#openRegistries();
  }

  async #ask<T>(work: (registries: KnowledgeSource) => Promise<T>): Promise<T> {
    return work(await this.#openRegistries());
  }
}

/** The most that a registry answers at once. */
const MAX_LIMIT = 100;

/** Each once: both may read a word in the same way. */
function joinCorrections(
  own: KnowledgeHits['corrected'],
  others: KnowledgeHits['corrected'],
): KnowledgeHits['corrected'] {
  const isNew = (from: string, to: string) => !own.some((each) => each.from === from && each.to === to);
  return [...own, ...others.filter(({ from, to }) => isNew(from, to))];
}

/** Who did not answer. */
function describe(error: unknown): string {
  if (error instanceof RegistryError) return error.message;
  return error instanceof Error ? error.message : String(error);
}
