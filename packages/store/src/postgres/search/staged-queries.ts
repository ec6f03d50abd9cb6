// Queries of the Primes with some words, in stages: see search-stages.ts.
import { type RawBuilder, sql } from 'kysely';
import type { MatchingIds, Source, WordSample } from '../../search/search-queries.ts';
import { prepareQuery } from '../../sql/prepared-query.ts';
import type { Database } from '../../sql/schema.ts';
import { withWholeWords } from './beginnings.ts';
import {
  chooseStage,
  FIRST_MARK,
  isExpected,
  LAST_ID,
  SAMPLED_MARK,
  SAMPLED_STAGE,
} from './search-stages.ts';
import { arrayOf, createListQuery, type ListMatches } from './staged-lists.ts';

/** Matches in the sampled stage that suffice to estimate the total. */
const FEWEST_TO_EXTEND = 30;

// The sum keeps the planner from scanning ids in order until enough match: it cannot estimate the matches.
const item = sql.ref('prime_id');
const order = sql`prime_id + 0`;

/** Lists ids of matching Primes. */
const LIST_IDS: Record<Source, ListMatches> = {
  own: createListQuery({ table: 'search_entries', item, order, hasShortRows: true }),
  all: createListQuery({ table: 'search_contents', item, order }),
};

/** The ids of all matches, or of `limit` of them. */
export async function findIds(
  db: Database,
  source: Source,
  expression: string,
  limit: number,
): Promise<number[]> {
  const [ids = []] = await LIST_IDS[source](db, [expression], limit);
  return ids;
}

/** The ids of the matches of the first expressions, each once. @param known - ids that count, and are left out */
export async function findFirstIds(
  db: Database,
  source: Source,
  expressions: readonly string[],
  most: number,
  known: ReadonlySet<number>,
): Promise<number[]> {
  const ids = new Set<number>();
  for (let at = 0; at < expressions.length && known.size + ids.size < most; ) {
    const lists = await LIST_IDS[source](db, expressions.slice(at), most, true);
    for (const id of lists.flat()) if (known.size + ids.size < most && !known.has(id)) ids.add(id);
    at += lists.length;
  }
  return [...ids];
}

const CONTENTS = sql`from search_contents where terms @@`;

function countUpTo(query: RawBuilder<unknown>, most: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select count(*) from (select 1 ${CONTENTS} (${query}) limit ${most}) as matches)`;
}

const countEachInStages = prepareQuery(
  (_db, { expressions, most }: { expressions: readonly string[]; most: number }) => {
    const atMost = sql`(select most from asked_for)`;
    return sql<{ total: number }>`
    with asked_for as materialized (select ${most}::integer as most, last_id from (${LAST_ID}) as last),
    near as materialized (
      select number, query, ${countUpTo(sql`query && ${FIRST_MARK}`, atMost)} as total
      from unnest(${arrayOf(expressions)}) with ordinality as asked (query, number)
    ), staged as materialized (
      select number, query, next_mark,
        case when mark is null then total else ${countUpTo(sql`query && mark`, atMost)} end as total
      from asked_for cross join near left join lateral (
        ${chooseStage(sql`total`, sql`most`)}
      ) as stage on total < most
    ), again as materialized (
      select number, query, case when next_mark is null or total >= ${atMost} then total else
        ${countUpTo(sql`query && next_mark`, atMost)} end as total
      from staged
    )
    select case when total >= ${atMost} then total else ${countUpTo(sql`query`, atMost)} end as total
    from again order by number`;
  },
);

/** The numbers of Primes that match each expression, counted up to `most`. */
export async function countEach(
  db: Database,
  expressions: readonly string[],
  most: number,
): Promise<number[]> {
  if (expressions.length === 0) return [];
  return (await countEachInStages(db, { expressions, most })).map(({ total }) => total);
}

interface Wanted {
  readonly expression: string;
  /** The same with whole words for beginnings; matches less. */
  readonly typed: string;
  readonly fewest: number;
  readonly most: number;
}

// A common word is counted, a rare one is listed. If enough Primes should have the last word as it is typed, those are counted first:
// its other beginnings need not be collected then.
const findMatchesInStages = prepareQuery((_db, { expression, typed, fewest, most }: Wanted) => {
  const list = (limit: string) =>
    sql`array(select prime_id ${CONTENTS} (query) limit (select ${sql.ref(limit)} from asked_for))`;
  const count = (some: RawBuilder<unknown>) => countUpTo(some, sql`(select most from asked_for)`);
  return sql<{ ids: string | null; total: number }>`
    with asked_for as materialized (
      select ${expression}::tsquery as query, ${typed}::tsquery as typed, ${fewest}::integer as fewest,
        ${most}::integer as most, last_id from (${LAST_ID}) as last
    ), near as materialized (
      select asked_for.*, (select count(*) ${CONTENTS} (typed && ${FIRST_MARK})) as found from asked_for
    ), listed as materialized (
      select near.*, case when ${isExpected(sql`found`, sql`fewest`)} then null else ${list('most')} end as ids from near
    ), staged as materialized (
      select listed.*, next_mark, case
        when ids is not null then cardinality(ids)
        when mark is null then found
        else ${count(sql`typed && mark`)} end as total
      from listed left join lateral (${chooseStage(sql`found`, sql`most`)}) as stage on found < most
    ), again as materialized (
      select query, typed, fewest, most, found, last_id, ids, case
        when ids is not null or total >= most or next_mark is null then total
        else ${count(sql`typed && next_mark`)} end as total
      from staged
    ), whole_words as materialized (
      select query, fewest, most, ids, case
        when ids is not null or total >= most or typed = query or not ${isExpected(sql`found`, sql`most`)} then total
        else ${count(sql`typed`)} end as total
      from again
    ), counted as materialized (
      select fewest, most, query, ids, case
        when ids is not null or total >= most then total
        else ${count(sql`query`)} end as total
      from whole_words
    )
    select least(total, most) as total,
      array_to_string(case when total < fewest then coalesce(ids, ${list('fewest')}) end, ',') as ids
    from counted`;
});

/** The number of matching Primes, counted up to `most`, and their ids if they are fewer than `fewest`. */
export async function findMatches(
  db: Database,
  expression: string,
  fewest: number,
  most: number,
): Promise<MatchingIds> {
  const typed = withWholeWords(expression);
  const [found] = await findMatchesInStages(db, { expression, typed, fewest, most });
  const ids = JSON.parse(`[${found?.ids ?? ''}]`) as number[];
  return { ids: ids.sort((a, b) => a - b), total: found?.total ?? 0 };
}

const findOthersInStages = prepareQuery((_db, { expression, without, limit, offset }: OtherIds) => {
  const page = (query: RawBuilder<unknown>) => sql`array(
      select prime_id ${CONTENTS} (${query}) and prime_id not in (select id from excluded) order by ${order}
      limit (select size_of_page from asked_for) offset (select start from asked_for))`;
  return sql<{ ids: string }>`
      with asked_for as materialized (
        select ${expression}::tsquery as query, ${limit}::integer as size_of_page, ${offset}::integer as start, last_id
        from (${LAST_ID}) as last
      ), excluded as materialized (
        select unnest(${without}::bigint[]) as id
      ), near as materialized (
        select *, size_of_page + start + (select count(*) from excluded) as wanted,
          (select count(*) ${CONTENTS} (query && ${FIRST_MARK})) as found from asked_for
      ), staged as materialized (
        select query, size_of_page, case when mark is null then '{}' else ${page(sql`query && mark`)} end as ids
        from near left join lateral (${chooseStage(sql`found`, sql`wanted`)}) as stage on true
      )
      select array_to_string(case when cardinality(ids) = size_of_page then ids else ${page(sql`query`)} end, ',') as ids
      from staged`;
});

interface IdPage {
  readonly limit: number;
  readonly offset: number;
}

interface OtherIds extends IdPage {
  readonly expression: string;
  readonly without: readonly number[];
}

/** A page of the ids of matches, without some of them. */
export async function findOtherIds(
  db: Database,
  expression: string,
  without: readonly number[],
  page: IdPage,
): Promise<number[]> {
  const [found] = await findOthersInStages(db, { expression, without, ...page });
  return JSON.parse(`[${found?.ids ?? ''}]`) as number[];
}

const sampleInStages = prepareQuery(
  (_db, { expressions, size }: { expressions: readonly string[]; size: number }) => {
    const sampled = sql.lit(SAMPLED_STAGE);
    return sql<WordSample>`
      with asked as materialized (
        select query, number, last_id, ${countUpTo(sql`query && ${SAMPLED_MARK}`, sampled)} as near
        from unnest(${arrayOf(expressions)}) with ordinality as asked (query, number) cross join (${LAST_ID}) as last
      ), judged as materialized (
        select *, near >= ${sql.lit(FEWEST_TO_EXTEND)} or last_id <= ${sampled} as is_enough from asked
      )
      select case when is_enough then near else ${countUpTo(sql`query`, sql`${size}::integer`)} end as count,
        case when is_enough then least(last_id, ${sampled}) else last_id end as among
      from judged order by number`;
  },
);

/** The numbers of matches of each expression among the first Primes, or among all, counted up to `size`. */
export async function sampleEach(
  db: Database,
  expressions: readonly string[],
  size: number,
): Promise<WordSample[]> {
  return sampleInStages(db, { expressions, size });
}
