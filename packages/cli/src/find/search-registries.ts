// Searches all registries. For each name, the result is the Prime that would be installed.
import { isAborted, isNotFound, RegistryRequestError, type RequestOptions } from '@prime-registry/client';
import { parsePrimeName, type SearchQuery } from '@prime-registry/protocol';

/** A registry that can be searched. */
export interface SearchableRegistry {
  readonly baseUrl: string;
  search(text: string, options: SearchOptions): Promise<SearchAnswer>;
}

interface SearchOptions extends RequestOptions {
  readonly limit: number;
  readonly offset: number;
}

interface SearchAnswer {
  readonly results: readonly Omit<SearchHit, 'registry'>[];
  readonly total?: number;
  readonly incomplete?: readonly string[];
  readonly corrected?: readonly Correction[];
}

/** A mistyped word, and what it was taken for. */
interface Correction {
  readonly from: string;
  readonly to: string;
}

/** A correction, and who made it: a registry, or the search over what is installed. */
type PlacedCorrection = Correction & ({ readonly registry: string } | { readonly installed: true });

/** A Prime that was found. */
interface SearchHit {
  readonly name: string;
  /** Its latest version. */
  readonly version: string;
  readonly description: string;
  /** Relevance, comparable within one registry. */
  readonly score: number;
  /** Whether this version is deprecated; absent if not. */
  readonly deprecated?: boolean;
  /** The best matching atoms, if the search includes atoms. */
  readonly atoms?: readonly AtomHit[];
  /** Of an installed Prime, the registry that it was installed from. */
  readonly registry: string;
  /** Whether this is what is installed and locked; absent if not. */
  readonly installed?: true;
  /** The upstream registry, if that registry has it as a mirror. */
  readonly origin?: string;
}

/** An atom that was found. */
export interface AtomHit {
  readonly id: string;
  readonly kind: string;
  readonly description: string;
}

/** A registry that could not be searched. */
interface SearchFailure {
  readonly registry: string;
  /** A sentence that names the registry. */
  readonly message: string;
}

/** The combined answers of all registries, and of what is installed. */
export interface SearchOutcome {
  /** The searched registries, in order. */
  readonly registries: readonly string[];
  /**
   * Installed ones first, unless they have no match as typed, then in the order of the registries, the best of each registry
   * first.
   */
  readonly results: readonly SearchHit[];
  /** Matches in all registries; absent if one of them sent no total. */
  readonly total?: number;
  /** The offset of the next page; absent on the last page. */
  readonly next_offset?: number;
  readonly failures: readonly SearchFailure[];
  /** Upstreams of the searched registries that did not answer in time; absent if there are none. */
  readonly incomplete?: readonly string[];
  /** How words were read that led to some of the results; absent if all match as typed, as far as registries say. */
  readonly corrected?: readonly PlacedCorrection[];
}

/** What was found among the installed Primes: all of them, best first. */
export interface InstalledHits {
  readonly hits: readonly SearchHit[];
  /** Whether they lack some of the words, so that those of registries come first. */
  readonly isPartial: boolean;
  /** Words that were read as others, which also lets those of registries come first. */
  readonly corrected: readonly Correction[];
}

const NOTHING_INSTALLED: InstalledHits = { hits: [], isPartial: false, corrected: [] };

/** The registries, and the pinned scopes. */
export interface SearchedRegistries {
  readonly ordered: readonly SearchableRegistry[];
  readonly pins: ReadonlyMap<string, SearchableRegistry>;
}

/**
 * Searches all registries at the same time; `limit` and `offset` apply to each. A name in an earlier registry
 * hides it in later ones, and a pinned scope is shown only from its own registry. What is installed is like an earlier
 * registry.
 * @throws the error of the registry if there is only one, it fails, and nothing installed was found
 */
export async function searchRegistries(
  registries: SearchedRegistries,
  query: SearchQuery,
  signal: AbortSignal,
  installed: InstalledHits = NOTHING_INSTALLED,
): Promise<SearchOutcome> {
  const asked = listSearched(registries);
  const answers = await Promise.all(asked.map((registry) => ask(registry, query, signal)));
  const failed = answers.filter((answer) => 'error' in answer);
  const own = installed.hits;
  if (asked.length === 1 && failed[0] !== undefined && own.length === 0) throw failed[0].error;

  const pages = answers.filter((answer) => 'hits' in answer);
  const totals = pages.map(({ total }) => total);
  const incomplete = pages.flatMap((page) => page.incomplete);
  const seen = new Set<string>(own.map(({ name }) => name));
  const others = pages
    .flatMap(({ registry, hits }) => hits.filter(({ name }) => isInstalledFrom(registries, registry, name)))
    .filter(({ name }) => !seen.has(name) && seen.add(name));
  const end = query.offset + query.limit;
  const hits = pages.flatMap((page) => page.hits);
  const shown = own.slice(query.offset, end).map((hit) => addFacts(hit, hits));
  const hasMore = end < own.length || pages.some((page) => page.hasMore);
  const corrected = [
    ...(shown.length > 0 ? installed.corrected : []).map((each) => ({ ...each, installed: true as const })),
    ...pages.flatMap((page) => page.corrected),
  ];
  return {
    registries: asked.map(({ baseUrl }) => baseUrl),
    results: isAsTyped(installed) ? [...shown, ...others] : [...others, ...shown],
    ...(totals.every((total) => total !== undefined) && {
      total: totals.reduce((sum, total) => sum + total, own.length),
    }),
    ...(hasMore && { next_offset: end }),
    ...(incomplete.length > 0 && { incomplete: [...new Set(incomplete)] }),
    ...(corrected.length > 0 && { corrected }),
    failures: failed.map(({ registry, error }) => ({ registry: registry.baseUrl, message: explain(error) })),
  };
}

/** What matches as typed is better than something installed that matches a guess, or half of the words. */
function isAsTyped({ isPartial, corrected }: InstalledHits): boolean {
  return !isPartial && corrected.length === 0;
}

/** Only registries know which versions are deprecated, and what one without a pack.yaml inside is about. */
function addFacts(own: SearchHit, hits: readonly SearchHit[]): SearchHit {
  const same = hits.find(({ name, version }) => name === own.name && version === own.version);
  if (same === undefined) return own;
  const description = own.description === '' ? same.description : own.description;
  return { ...own, description, ...(same.deprecated === true && { deprecated: true }) };
}

/** Every registry once: those in order, then those that only have scopes pinned to them. */
function listSearched({ ordered, pins }: SearchedRegistries): readonly SearchableRegistry[] {
  return [
    ...new Map([...ordered, ...pins.values()].map((registry) => [registry.baseUrl, registry])).values(),
  ];
}

interface Page {
  readonly registry: SearchableRegistry;
  readonly hits: readonly SearchHit[];
  readonly total: number | undefined;
  readonly hasMore: boolean;
  readonly incomplete: readonly string[];
  readonly corrected: readonly PlacedCorrection[];
}

interface Failure {
  readonly registry: SearchableRegistry;
  readonly error: RegistryRequestError;
}

async function ask(
  registry: SearchableRegistry,
  { text, limit, offset }: SearchQuery,
  signal: AbortSignal,
): Promise<Page | Failure> {
  try {
    const answer = await registry.search(text, { limit, offset, signal });
    const { results, total, incomplete = [], corrected = [] } = answer;
    // Paging is not in the contract: a registry that sends more than `limit` ignores both parameters and
    // sends all.
    const isWhole = results.length > limit;
    const shown = isWhole ? results.slice(offset, offset + limit) : results;
    const end = offset + shown.length;
    const hits = shown
      .map(({ name, version, description, score, deprecated, atoms, origin }) => ({
        name,
        version,
        description,
        score,
        ...(deprecated === true && { deprecated }),
        ...(atoms && { atoms: atoms.map(({ id, kind, description }) => ({ id, kind, description })) }),
        registry: registry.baseUrl,
        ...(origin !== undefined && { origin }),
      }))
      .sort((a, b) => b.score - a.score);
    const known = total ?? (isWhole ? results.length : undefined);
    return {
      registry,
      hits,
      total: known,
      hasMore: known === undefined ? shown.length === limit : end < known,
      incomplete,
      corrected:
        hits.length === 0 ? [] : corrected.map(({ from, to }) => ({ from, to, registry: registry.baseUrl })),
    };
  } catch (error) {
    if (!(error instanceof RegistryRequestError) || isAborted(error)) throw error;
    return { registry, error };
  }
}

function isInstalledFrom(
  { ordered, pins }: SearchedRegistries,
  { baseUrl }: SearchableRegistry,
  name: string,
): boolean {
  const parsed = parsePrimeName(name);
  const pin = parsed.ok ? pins.get(parsed.value.scope) : undefined;
  return pin === undefined
    ? ordered.some((registry) => registry.baseUrl === baseUrl)
    : pin.baseUrl === baseUrl;
}

/** Search is optional (contract section 4.5): a registry without it answers 404. */
function explain(error: RegistryRequestError): string {
  return isNotFound(error) ? `${error.registry} offers no search.` : error.message;
}
