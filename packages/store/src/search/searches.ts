// The searches of an index, over the queries of its engine.
import type { Database } from '../sql/schema.ts';
import { browse } from './browse.ts';
import type { Over } from './inside/inside-index.ts';
import { searchAtoms } from './inside/search-atoms.ts';
import { searchRanked } from './ranked-search.ts';
import { relaxSearch } from './relax-search.ts';
import { searchRich } from './rich-search.ts';
import type { SearchIndex } from './search-index.ts';
import { type EngineQueries, hasWord, type SearchQueries } from './search-queries.ts';
import { suggest } from './suggest.ts';

/** Waits until others have had their turn; undefined if there is nothing to wait for. */
type Pause = () => Promise<unknown> | undefined;

/** @param createPause - for one search; waits between its queries: an engine may run them on the thread that serves */
export function createSearches(
  queries: EngineQueries,
  createPause: () => Pause = () => () => undefined,
): Omit<SearchIndex, 'replaceEntries' | 'removeEntry' | 'empty' | 'vocabulary' | 'inside'> {
  const over = (db: Database): SearchQueries => bindAll(queries, db, createPause());
  return {
    hasWord: (db, word) =>
      hasWord(
        bindAll(queries, db, () => undefined),
        word,
      ),
    search: (db, query) => searchRanked(over(db), query),
    searchRich: (db, query) => searchRich(over(db), query),
    searchAtoms: (db, search) => searchAtoms(over(db), search),
    relaxSearch: (db, query) => relaxSearch(over(db), query),
    suggest: (db, text) => suggest(over(db), text),
    browse: (db, page) => browse(over(db), page),
    readListed: queries.readListed,
    listIds: queries.listIds,
  };
}

function bindAll({ notation, inside, ...queries }: EngineQueries, db: Database, pause: Pause): SearchQueries {
  return { notation, inside: bind(inside, db, pause), ...bind(queries, db, pause) };
}

function bind<Queries extends object>(queries: Queries, db: Database, pause: Pause): Over<Queries> {
  const bound = Object.entries(queries).map(([name, query]) => [
    name,
    (...values: unknown[]) => pause()?.then(() => query(db, ...values)) ?? query(db, ...values),
  ]);
  return Object.fromEntries(bound) as Over<Queries>;
}
