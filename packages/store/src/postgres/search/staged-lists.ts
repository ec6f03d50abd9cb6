// Lists of the first matches of several expressions, in one statement: each from the smallest stage that has enough of them.
// See search-stages.ts.
import { type RawBuilder, sql } from 'kysely';
import { prepareQuery } from '../../sql/prepared-query.ts';
import type { Database } from '../../sql/schema.ts';
import { withoutLongBeginnings } from './beginnings.ts';
import { chooseStage, FIRST_MARK, isExpected, LAST_ID } from './search-stages.ts';

// In small stages, the rows with the first letters of a long prefix are filtered one by one. In larger ones, and over all
// Primes, the index collects its matches: those queries are for rarer words.
const LARGEST_LOOKED_AT = 8192;

/** What is listed. */
export interface ListedItems {
  /** A table with columns `prime_id` and `terms`. */
  readonly table: 'search_entries' | 'search_contents' | 'search_passages';
  /** An integer, or an array of them. */
  readonly item: RawBuilder<unknown>;
  /** What else a match must fulfil. */
  readonly filter?: RawBuilder<unknown>;
  /** Of a list in a stage, unordered by default. Over all Primes there is none: sorting would read all matches. */
  readonly order?: RawBuilder<unknown>;
  /** Whether rows are short enough to filter thousands of them. */
  readonly hasShortRows?: boolean;
}

/**
 * Lists `limit` matches of each expression, or all; the integers of the items, one after the other.
 * @param isEnoughOnce - whether no list is needed after one that should have `limit` items
 */
export type ListMatches = (
  db: Database,
  expressions: readonly string[],
  limit: number,
  isEnoughOnce?: boolean,
) => Promise<number[][]>;

/** Creates the query. */
export function createListQuery(items: ListedItems): ListMatches {
  const { hasShortRows = false } = items;
  const run = prepareQuery((_db, values: ListValues) => buildQuery(items, values));
  return async (db, expressions, limit, isEnoughOnce = false) => {
    if (expressions.length === 0) return [];
    const quick = hasShortRows ? expressions.map(withoutLongBeginnings) : expressions;
    const rows = await run(db, { quick, whole: expressions, limit, isEnoughOnce });
    return rows.map(({ numbers }) => JSON.parse(`[${numbers}]`) as number[]);
  };
}

/**
 * Expressions as an array of tsqueries. The planner does not see its length: it would take a plan for all lengths for a worse
 * one, and plan each time.
 */
export function arrayOf(expressions: readonly string[]): RawBuilder<unknown> {
  return sql`(select ${expressions}::tsquery[])`;
}

interface ListValues {
  readonly quick: readonly string[];
  readonly whole: readonly string[];
  readonly limit: number;
  readonly isEnoughOnce: boolean;
}

function buildQuery(
  { table, item, filter, order, hasShortRows = false }: ListedItems,
  { quick, whole, limit, isEnoughOnce }: ListValues,
): RawBuilder<{ numbers: string }> {
  const list = (condition: RawBuilder<unknown>, ordered = true): RawBuilder<unknown> => sql`array(
    select ${item} from ${sql.table(table)} where ${condition} ${filter === undefined ? sql`` : sql`and ${filter}`}
    ${order === undefined || !ordered ? sql`` : sql`order by ${order}`} limit (select wanted from asked_for))`;
  const isLookedAt = sql`(size <= ${sql.lit(LARGEST_LOOKED_AT)})`;
  // In the form of a function, the operator does not use the index.
  const near = hasShortRows
    ? sql`terms @@ (quick && ${FIRST_MARK}) and (quick = whole or ts_match_vq(terms, whole))`
    : sql`terms @@ (whole && ${FIRST_MARK})`;
  const inStage = hasShortRows
    ? sql`terms @@ (case when ${isLookedAt} then quick else whole end && mark)
        and (quick = whole or not ${isLookedAt} or ts_match_vq(terms, whole))`
    : sql`terms @@ (whole && mark)`;
  const found = sql`coalesce(array_length(items, 1), 0)`;
  const isEnough = sql`${found} >= (select wanted from asked_for)`;
  const listNear = sql`asked.*, ${list(near)} as items`;
  // The lists are materialized: a planner would compute them again wherever they are used.
  return sql<{ numbers: string }>`
    with recursive asked_for as materialized (
      select ${limit}::integer as wanted, ${isEnoughOnce}::boolean as is_enough_once, last_id from (${LAST_ID}) as last
    ), asked as materialized (
      select * from unnest(${arrayOf(quick)}, ${arrayOf(whole)}) with ordinality as asked (quick, whole, number)
    ), near as (
      select ${listNear} from asked where number = 1
      union all
      select ${listNear} from (
        select asked.* from near cross join asked_for join asked on asked.number = near.number + 1
        where not (is_enough_once and (${found} >= wanted or ${isExpected(found, sql`wanted`)}))
      ) as asked
    ), staged as materialized (
      select number, whole, next_mark, case when mark is null then items else ${list(inStage)} end as items
      from asked_for cross join near left join lateral (
        ${chooseStage(found, sql`wanted`)}
      ) as stage on ${found} < wanted
    ), again as materialized (
      select number, whole, case when next_mark is null or ${isEnough} then items else
        ${list(sql`terms @@ (whole && next_mark)`)} end as items
      from staged
    )
    select array_to_string(case when ${isEnough} then items else ${list(sql`terms @@ whole`, false)} end, ',') as numbers
    from again order by number`;
}
