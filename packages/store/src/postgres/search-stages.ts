// A GIN index gives all that matches, in no order, before it gives the first: for a common word that would take longer the more
// Primes there are. So the Primes that were published first have marks as further terms, and who wants the first so many of
// a common word asks among them: two lists are intersected in the time that the shorter one takes.

// By ids. What is not found among so many is rare enough to be asked for among all.
const SIZES = [2048, 8192, 32_768, 131_072] as const;
/** The smallest stage: of it everything is asked first. */
export const FIRST_STAGE = SIZES[0];

/** One of the stages, the smallest being 0. */
export type Stage = 0 | 1 | 2 | 3;

const STAGES: readonly Stage[] = [0, 1, 2, 3];
/** By fewer nothing can be told of the others. */
const FEWEST_TO_JUDGE_BY = 8;
/** What is published later may say other things. */
const RESERVE = 1.5;

/** The term that all entries of a stage have; `%` is in no other. */
function markOf(stage: Stage): string {
  return `%${stage}`;
}

/** The marks of an entry. */
export function listStageMarks(primeId: number): string[] {
  return STAGES.filter((stage) => primeId <= SIZES[stage]).map(markOf);
}

/**
 * The stage that may have `wanted` matches, when the first has had fewer; undefined when they are to be looked for among all.
 * @param found - in the first stage
 */
export function chooseStage(found: number, wanted: number): Stage | undefined {
  if (found < FEWEST_TO_JUDGE_BY) return undefined;
  const needed = (RESERVE * FIRST_STAGE * wanted) / found;
  return STAGES.find((stage) => SIZES[stage] >= needed);
}

/** Of what an expression matches, what is of the stage. */
export function inStage(expression: string, stage: Stage): string {
  return `${expression} & '${markOf(stage)}'`;
}
