// A GIN index collects all matches, unordered, before it returns the first, so a common word would take
// longer the more Primes there are. Therefore the Primes that were published first have marks as additional
// terms, and a query for the first matches of a common word includes a mark: intersecting posting lists takes
// the time of the shorter one.

// By id. What is not found in these stages is rare enough for a query over all Primes.
const SIZES = [2048, 8192, 32_768, 131_072] as const;
/** The smallest stage, with which every query begins. */
export const FIRST_STAGE = SIZES[0];

/** A stage; the smallest is 0. */
export type Stage = 0 | 1 | 2 | 3;

const STAGES: readonly Stage[] = [0, 1, 2, 3];
/** Fewer matches do not allow an estimate. */
const FEWEST_TO_JUDGE_BY = 8;
/** Safety factor: Primes that were published later may have other words. */
const RESERVE = 1.5;

/** The term of all entries of a stage; `%` occurs in no other term. */
function markOf(stage: Stage): string {
  return `%${stage}`;
}

/** The marks of an entry. */
export function listStageMarks(primeId: number): string[] {
  return STAGES.filter((stage) => primeId <= SIZES[stage]).map(markOf);
}

/**
 * The stage that may have `wanted` matches, if the first has fewer; undefined to search all Primes.
 * @param found - matches in the first stage
 */
export function chooseStage(found: number, wanted: number): Stage | undefined {
  if (found < FEWEST_TO_JUDGE_BY) return undefined;
  const needed = (RESERVE * FIRST_STAGE * wanted) / found;
  return STAGES.find((stage) => SIZES[stage] >= needed);
}

/** Restricts an expression to a stage. */
export function inStage(expression: string, stage: Stage): string {
  return `${expression} & '${markOf(stage)}'`;
}
