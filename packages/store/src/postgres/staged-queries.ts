// What matches in a table of tsvectors, asked for in stages: see search-stages.ts.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { WordSample } from '../search/search-queries.ts';
import type { Schema } from '../sql/schema.ts';
import { withoutLongBeginnings } from './beginnings.ts';
import { chooseStage, FIRST_STAGE, inStage, type Stage } from './search-stages.ts';

// In the first stages, what has the first letters of a long beginning is looked at. For later ones, and for all, it is gathered:
// those are asked for what is rarer.
const LAST_LOOKED_AT: Stage = 1;
/** By so many in the first stage it is told how many there are in all. */
const FEWEST_TO_EXTEND = 30;

/** A table with columns `prime_id` and `terms`. */
export interface StagedTable {
  readonly name: 'search_entries' | 'search_contents';
  /** Whether a row is short enough to be looked at by the thousand. */
  readonly hasShortRows: boolean;
}

/** Which ids are wanted, in their order. */
interface IdOrder {
  readonly limit: number;
  readonly offset?: number;
  readonly without?: readonly number[];
}

/** All that match, or `limit` of them. */
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
  // Any of them: to put all in order, all would have to be read.
  const { rows } = await sql<{ id: number }>`
    select prime_id as id from ${sql.table(table.name)}
    where ${match(expression)} limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** A page of those that match, without some of them. */
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

/** How many match, counted up to `most`. */
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

/** How many of the first Primes match, or of all, counted up to `size`. */
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
  // The sum keeps the planner from walking along the ids until enough match, for which it would have to know how many do.
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
  // As a function, the operator is no matter for the index.
  return sql<boolean>`${match(inStage(quick, stage))} and ts_match_vq(terms, ${expression}::tsquery)`;
}

function match(expression: string): RawBuilder<boolean> {
  return sql<boolean>`terms @@ ${expression}::tsquery`;
}
