// Queries a table of tsvectors in stages: see search-stages.ts.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { WordSample } from '../search/search-queries.ts';
import type { Schema } from '../sql/schema.ts';
import { withoutLongBeginnings } from './beginnings.ts';
import { chooseStage, FIRST_STAGE, inStage, type Stage } from './search-stages.ts';

// In the first stages, the rows with the first letters of a long prefix are filtered one by one. In later
// ones, and over all Primes, the index collects its matches: those queries are for rarer words.
const LAST_LOOKED_AT: Stage = 1;
/** Matches in the first stage that suffice to estimate the total. */
const FEWEST_TO_EXTEND = 30;

/** A table with columns `prime_id` and `terms`. */
export interface StagedTable {
  readonly name: 'search_entries' | 'search_contents';
  /** Whether rows are short enough to filter thousands of them. */
  readonly hasShortRows: boolean;
}

/** A page of ids, in ascending order. */
interface IdOrder {
  readonly limit: number;
  readonly offset?: number;
  readonly without?: readonly number[];
}

/** The ids of all matches, or of `limit` of them. */
export async function findIds(
  db: Kysely<Schema>,
  table: StagedTable,
  expression: string,
  limit: number,
): Promise<number[]> {
  const near = await findInOrder(db, table, matchInStage(table, expression, 0), { limit });
  if (near.length >= limit) return near;
  const stage = chooseStage(near.length, limit);
  if (stage !== undefined) {
    const some = await findInOrder(db, table, matchInStage(table, expression, stage), { limit });
    if (some.length >= limit) return some;
  }
  // In any order: sorting would read all matches.
  const { rows } = await sql<{ id: number }>`
    select prime_id as id from ${sql.table(table.name)}
    where ${match(expression)} limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** A page of the ids of matches, without some of them. */
export async function findOtherIds(
  db: Kysely<Schema>,
  table: StagedTable,
  expression: string,
  without: readonly number[],
  page: { readonly limit: number; readonly offset: number },
): Promise<number[]> {
  const wanted = page.offset + page.limit + without.length;
  const near = await count(db, table, matchInStage(table, expression, 0), wanted);
  const stage = chooseStage(near, wanted);
  const order = { ...page, without };
  if (stage !== undefined) {
    const some = await findInOrder(db, table, matchInStage(table, expression, stage), order);
    if (some.length === page.limit) return some;
  }
  return findInOrder(db, table, match(expression), order);
}

/** The number of matches, counted up to `most`. */
export async function countMatches(
  db: Kysely<Schema>,
  table: StagedTable,
  expression: string,
  most: number,
): Promise<number> {
  const near = await count(db, table, matchInStage(table, expression, 0), most);
  const stage = chooseStage(near, most);
  const some =
    stage === undefined ? near : await count(db, table, matchInStage(table, expression, stage), most);
  return some >= most ? some : count(db, table, match(expression), most);
}

/** The number of matches among the first Primes, or among all, counted up to `size`. */
export async function sampleMatches(
  db: Kysely<Schema>,
  table: StagedTable,
  expression: string,
  size: number,
): Promise<WordSample> {
  const { rows } = await sql<{ maxId: number }>`
    select coalesce(max(prime_id), 0) as "maxId" from search_entries`.execute(db);
  const maxId = rows[0]?.maxId ?? 0;
  const near = await count(db, table, matchInStage(table, expression, 0), FIRST_STAGE);
  if (near >= FEWEST_TO_EXTEND || maxId <= FIRST_STAGE)
    return { count: near, among: Math.min(maxId, FIRST_STAGE) };
  return { count: await count(db, table, match(expression), size), among: maxId };
}

async function findInOrder(
  db: Kysely<Schema>,
  { name }: StagedTable,
  condition: RawBuilder<boolean>,
  { limit, offset = 0, without = [] }: IdOrder,
): Promise<number[]> {
  // The sum keeps the planner from scanning ids in order until enough match: it cannot estimate the matches.
  const { rows } = await sql<{ id: number }>`
    select prime_id as id from ${sql.table(name)}
    where ${condition} and not (prime_id = any(${without}::bigint[]))
    order by prime_id + 0 limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ id }) => id);
}

async function count(
  db: Kysely<Schema>,
  { name }: StagedTable,
  condition: RawBuilder<boolean>,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select 1 from ${sql.table(name)} where ${condition} limit ${most}
    ) as matches`.execute(db);
  return rows[0]?.total ?? 0;
}

function matchInStage({ hasShortRows }: StagedTable, expression: string, stage: Stage): RawBuilder<boolean> {
  const quick = withoutLongBeginnings(expression);
  const isGathered = !hasShortRows || quick === expression || stage > LAST_LOOKED_AT;
  if (isGathered) return match(inStage(expression, stage));
  // In the form of a function, the operator does not use the index.
  return sql<boolean>`${match(inStage(quick, stage))} and ts_match_vq(terms, ${expression}::tsquery)`;
}

function match(expression: string): RawBuilder<boolean> {
  return sql<boolean>`terms @@ ${expression}::tsquery`;
}
