// Reads of the index of what is inside Primes, in PostgreSQL: see inside-index.ts.
import { sql } from 'kysely';
import {
  type FoundPlace,
  type InsideReads,
  type PrimePassages,
  README_PASSAGE,
} from '../../search/inside/inside-index.ts';
import { prepareQuery } from '../../sql/prepared-query.ts';
import { createListQuery } from './staged-lists.ts';

const listPrimes = createListQuery({ table: 'search_passages', item: sql.ref('prime_id') });
const isAtom = sql`content_id <> ${sql.lit(README_PASSAGE)}`;
const listAtoms = createListQuery({
  ...{ table: 'search_passages', item: sql`array[prime_id, content_id]` },
  filter: isAtom,
});

export const postgresInsideReads: InsideReads = {
  async findPrimes(db, expressions, limit) {
    const lists: number[][] = [];
    while (lists.length < expressions.length && (lists.at(-1)?.length ?? 0) < limit)
      lists.push(...(await listPrimes(db, expressions.slice(lists.length), limit, true)));
    return lists.map((ids) => [...new Set(ids)].sort((a, b) => a - b));
  },

  async findAtoms(db, expressions, limit) {
    const found = new Map<number, FoundPlace>();
    // The worst place, the text, has by far the most matches.
    for (const some of [expressions.slice(0, -1), expressions.slice(-1)]) {
      if (found.size >= limit) break;
      for (const numbers of await listAtoms(db, some, limit))
        for (const place of toPlaces(numbers))
          if (!found.has(place.contentId)) found.set(place.contentId, place);
    }
    return [...found.values()].slice(0, limit);
  },

  async findPassages(db, expressions, primeIds, mostAtoms) {
    if (expressions.length === 0 || primeIds.length === 0) return new Map();
    const rows = await findPassages(db, { expressions, primeIds, mostAtoms });
    return new Map(
      rows.map(({ primeId, ids, total, hasReadme }): [number, PrimePassages] => [
        primeId,
        {
          atomIds: JSON.parse(`[${ids ?? ''}]`) as number[],
          atomTotal: total - (hasReadme ? 1 : 0),
          hasReadme,
        },
      ]),
    );
  },
};

/** The places of atoms, each of which is two numbers. */
function toPlaces(numbers: readonly number[]): FoundPlace[] {
  const places: FoundPlace[] = [];
  for (let at = 0; at < numbers.length; at += 2) {
    const [primeId = 0, contentId = 0] = numbers.slice(at, at + 2);
    places.push({ primeId, contentId });
  }
  return places.sort((a, b) => a.primeId - b.primeId || a.contentId - b.contentId);
}

interface Asked {
  readonly expressions: readonly string[];
  readonly primeIds: readonly number[];
  readonly mostAtoms: number;
}

// The last expression matches what the others match.
const findPassages = prepareQuery(
  (_db, { expressions, primeIds, mostAtoms }: Asked) => sql<{
    primeId: number;
    ids: string | null;
    total: number;
    hasReadme: boolean;
  }>`
    with asked as materialized (select ${expressions}::tsquery[] as places)
    select prime.id as "primeId", total, has_readme as "hasReadme", array_to_string(ids[1:${mostAtoms}], ',') as ids
    from asked cross join unnest(${primeIds}::bigint[]) as prime (id) cross join lateral (
      select count(*) as total, coalesce(bool_or(not ${isAtom}), false) as has_readme,
        array_agg(content_id order by place, content_id) filter (where ${isAtom}) as ids
      from (
        select content_id, (
          select min(number) from unnest(places) with ordinality as place (query, number) where terms @@ query
        ) as place
        from search_passages where prime_id = prime.id and terms @@ places[cardinality(places)] offset 0
      ) as matching
    ) as found
    where total > 0`,
);
