// A GIN index collects all matches, unordered, before it returns the first, so a common word would take
// longer the more Primes there are. Therefore the Primes that were published first have marks as additional
// terms, and a query for the first matches of a common word includes a mark: intersecting posting lists takes
// the time of the shorter one.
import { type RawBuilder, sql } from 'kysely';

// By id. What is not found in these stages is rare enough for a query over all Primes. The index collects all matches of a stage,
// so a stage should not be much larger than is needed.
const SIZES = [
  512, 1024, 2048, 4096, 8192, 12_288, 16_384, 24_576, 32_768, 49_152, 65_536, 98_304, 131_072,
] as const;
const LARGEST = 131_072;
/** The smallest stage, with which every query begins. */
const FIRST_STAGE = 512;
/** The stage in which the rarity of words is estimated. */
export const SAMPLED_STAGE = 2048;

/** Fewer matches in the first stage do not allow an estimate. */
const FEWEST_TO_JUDGE_BY = 2;
/** Safety factor: Primes that were published later may have other words. */
const RESERVE = 1.15;
/** If the estimate was wrong, a stage that is so many times as large is next. */
const NEXT = 4;
/** For each Prime of a stage, reading the list of the mark costs as much as this share of a match. */
const COST_OF_MARK = 0.5;

/** The term of all entries of a stage; `%` occurs in no other term. Earlier forms of the index had other marks. */
function markOf(size: number): string {
  return `%s${size.toString(36)}`;
}

/** The marks of an entry. */
export function listStageMarks(primeId: number): string[] {
  return SIZES.filter((size) => primeId <= size).map(markOf);
}

function queryOf(size: number): RawBuilder<unknown> {
  return sql`${sql.lit(`'${markOf(size)}'`)}::tsquery`;
}

/** A tsquery for the first stage. */
export const FIRST_MARK: RawBuilder<unknown> = queryOf(FIRST_STAGE);
/** A tsquery for the stage in which rarity is estimated. */
export const SAMPLED_MARK: RawBuilder<unknown> = queryOf(SAMPLED_STAGE);

function largerThan(size: number): number {
  return SIZES.find((larger) => larger >= NEXT * size) ?? LARGEST;
}

/** The highest id of a Prime, as a column `last_id` of one row. */
export const LAST_ID: RawBuilder<unknown> = sql`
  select coalesce(max(prime_id), 0)::float8 as last_id from search_entries`;

const STAGES = sql`(values ${sql.join(
  SIZES.map(
    (size) =>
      sql`(${sql.lit(size)}::float8, ${queryOf(size)}, ${
        NEXT * size > LARGEST ? sql`null` : queryOf(largerThan(size))
      })`,
  ),
)}) as stages (size, mark, next_mark)`;

/**
 * The row of the stage that should have enough matches, with its size, its mark, and the mark of a larger one; none to search all
 * Primes. {@link LAST_ID} must be a column.
 * @param found - matches in the first stage
 * @param wanted - enough matches
 */
export function chooseStage(found: RawBuilder<unknown>, wanted: RawBuilder<unknown>): RawBuilder<unknown> {
  const first = sql.lit(FIRST_STAGE);
  return sql`
    select size, mark, next_mark from ${STAGES}
    where ${found} >= ${sql.lit(FEWEST_TO_JUDGE_BY)} and size < last_id
      and size * ${found} >= ${sql.lit(RESERVE)}::float8 * ${first} * ${wanted}
      and (last_id - size) * ${found} > ${sql.lit(COST_OF_MARK)}::float8 * ${first} * size
    order by size limit 1`;
}

/** Whether all Primes should have enough matches. See {@link chooseStage}. */
export function isExpected(found: RawBuilder<unknown>, wanted: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(last_id * ${found} >= ${sql.lit(RESERVE)}::float8 * ${sql.lit(FIRST_STAGE)} * ${wanted})`;
}
