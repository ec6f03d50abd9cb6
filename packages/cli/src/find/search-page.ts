// Asks one registry for a page of what it finds.
import { isAborted, RegistryRequestError } from '@prime-registry/client';
import type { SearchQuery } from '@prime-registry/protocol';
import type { PlacedCorrection, SearchableRegistry, SearchHit } from './search-outcome.ts';

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

/** A page, or why there is none. */
export async function askForPage(
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
