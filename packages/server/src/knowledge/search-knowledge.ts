// Searches for Primes and their atoms: here with the search of pages, and in the registries behind.
import {
  type KnowledgeHit,
  type KnowledgeHits,
  type KnowledgeQuery,
  toKnownAtom,
} from '@prime-registry/knowledge';
import { SEARCH_LIMITS, scopeOf } from '@prime-registry/protocol';
import type { RegistryStore, RichFindings } from '@prime-registry/store';
import type { Mirror } from '../mirror/mirror.ts';
import { joinSearch } from '../mirror/search/join-search.ts';

export interface SearchKnowledgeDeps {
  readonly store: Pick<RegistryStore, 'searchRich' | 'listStandings'>;
  readonly mirror: Pick<Mirror, 'isOn' | 'searchElsewhere'>;
  /** Base URL of this registry, or other words for it. */
  readonly registry: string;
}

/**
 * Searches. Registries behind do not report kinds: with a kind, their Primes are left out, and they are among those
 * that may have more.
 * @throws RegistryError `overloaded`, `index_rebuilding`
 */
export async function searchKnowledge(
  { store, mirror, registry }: SearchKnowledgeDeps,
  { text, scope, kind, limit, offset }: KnowledgeQuery,
): Promise<KnowledgeHits> {
  let here: RichFindings | undefined;
  const skipped = new Set<string>();
  const joined = await joinSearch(
    {
      store: {
        listStandings: store.listStandings,
        async search(query) {
          const filters = {
            ...(scope !== undefined && { scope: [scope] }),
            ...(kind !== undefined && { kind: [kind] }),
          };
          here = await store.searchRich({ ...query, filters });
          return { ...here, hits: [...here.hits] };
        },
      },
      mirror: {
        isOn: mirror.isOn,
        async searchElsewhere(query) {
          const { hits, incomplete } = await mirror.searchElsewhere(query);
          const ofScope = hits.filter(({ name }) => scope === undefined || scopeOf(name) === scope);
          if (kind === undefined) return { hits: ofScope, incomplete };
          for (const { origin } of ofScope) skipped.add(origin);
          return { hits: [], incomplete };
        },
      },
    },
    { text: text.slice(0, SEARCH_LIMITS.maxTextLength), limit, offset },
  );
  const details = new Map(here?.hits.map((hit) => [hit.name, hit]));
  return {
    hits: joined.hits.map(({ name, version, description, deprecated = false, origin }): KnowledgeHit => {
      const { atoms = [], atomTotal = 0 } = details.get(name) ?? {};
      const from = origin ?? registry;
      return { name, version, description, deprecated, from, atoms: atoms.map(toKnownAtom), atomTotal };
    }),
    total: joined.total,
    corrected: here?.corrected ?? [],
    incomplete: [...new Set([...joined.incomplete, ...skipped])],
  };
}
