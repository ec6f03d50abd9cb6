// Merges the search here with searches of upstreams. Scores of different registries cannot be compared, so
// hits are merged by rank: the first of each, then the second of each; at equal rank, hits of this registry
// come first.
import { SEARCH_LIMITS, type SearchQuery } from '@prime-registry/protocol';
import type { Correction, MirrorStore, SearchHit, SearchStore } from '@prime-registry/store';
import type { Mirror } from '../mirror.ts';
import type { ElsewhereFindings } from './search-elsewhere.ts';

/** A Prime that was found, here or upstream. */
export interface JoinedHit extends SearchHit {
  /** Base URL of its upstream; undefined for a Prime that was published here. */
  readonly origin?: string;
}

export interface JoinedFindings {
  /** Best first. */
  readonly hits: readonly JoinedHit[];
  /** How many hits can be paged to: all here, and those that upstreams were asked for. */
  readonly total: number;
  /** Base URLs of upstreams that may have more hits, but did not answer in time. */
  readonly incomplete: readonly string[];
  /** Corrected typing errors of the search here. */
  readonly corrected: readonly Correction[];
}

export interface JoinSearchDeps {
  readonly store: SearchStore & Pick<MirrorStore, 'listStandings'>;
  readonly mirror: Pick<Mirror, 'isOn' | 'searchElsewhere'>;
}

const MAX_TOTAL = SEARCH_LIMITS.offset.maximum + SEARCH_LIMITS.limit.maximum;

/** Searches here, and in the upstreams if there are any. */
export async function joinSearch(
  { store, mirror }: JoinSearchDeps,
  query: SearchQuery,
): Promise<JoinedFindings> {
  if (!mirror.isOn) return { ...(await store.search(query)), incomplete: [] };
  const { hits: elsewhere, incomplete } = await mirror.searchElsewhere(query);
  const { hits, ...others } = await searchJoined(store, query, elsewhere);
  const standings = await store.listStandings(hits.flatMap(({ name, origin }) => (origin ? [] : [name])));
  const marked = hits.map((hit) => {
    const origin = hit.origin ?? standings.get(hit.name)?.origin;
    return origin === undefined ? hit : { ...hit, origin };
  });
  return { hits: marked, ...others, incomplete };
}

async function searchJoined(
  store: SearchStore,
  query: SearchQuery,
  elsewhere: ElsewhereFindings['hits'],
): Promise<Omit<JoinedFindings, 'incomplete'>> {
  if (elsewhere.length === 0) return store.search(query);
  const { limit, offset } = query;
  // The number of upstream hits on earlier pages, if there are enough hits here. If there are not, no hit of
  // this registry is on this page.
  const before = elsewhere.filter(({ rank }, index) => rank + index < offset).length;
  const here = await store.search({ ...query, offset: offset - before });
  const total = Math.min(MAX_TOTAL, here.total + elsewhere.length);
  // Hits of upstreams by place, from 0: after the hit here of the same rank, or after all hits here.
  const places = new Map(elsewhere.map((hit, index) => [Math.min(hit.rank, here.total) + index, hit]));
  const hits: JoinedHit[] = [];
  let used = 0;
  for (let place = offset; place < offset + limit; place += 1) {
    const other = places.get(place);
    const own = here.hits[used];
    if (other !== undefined) {
      const { rank, ...hit } = other;
      hits.push({ ...hit, score: 1 / rank });
    } else if (own !== undefined) {
      used += 1;
      hits.push({ ...own, score: 1 / (offset - before + used) });
    }
  }
  return { hits, total, corrected: here.corrected };
}
