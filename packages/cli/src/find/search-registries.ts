// Searches all registries. For each name, the result is the Prime that would be installed.
import { isNotFound, type RegistryRequestError } from '@prime-registry/client';
import { parsePrimeName, type SearchQuery } from '@prime-registry/protocol';
import {
  type InstalledHits,
  NOTHING_INSTALLED,
  type SearchableRegistry,
  type SearchedRegistries,
  type SearchHit,
  type SearchOutcome,
} from './search-outcome.ts';
import { askForPage } from './search-page.ts';

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
  const answers = await Promise.all(asked.map((registry) => askForPage(registry, query, signal)));
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
