// The verdict on a registry under one attack.
import type { Figures } from '../others/measurements.ts';
import type { Peaks } from '../registry/watch.ts';

/** The result of one attack. */
export interface AttackResult {
  readonly attack: string;
  /** What the well-behaved clients noticed. */
  readonly others: Figures;
  /** How many answers of each status the attacker got. */
  readonly answers: Readonly<Record<string, number>>;
  readonly peaks: Peaks;
  /** The processor time of the longest turn for each input that was sent alone, in milliseconds. */
  readonly inputs: Readonly<Record<string, number>>;
  /** How the registry ended (`SIGKILL`), if it did. */
  readonly ending: string | undefined;
  /** Whether it answers after the attack. */
  readonly isAlive: boolean;
  /** Requests of anybody that were answered with a 500. */
  readonly serverErrors: number;
}

/** The longest p99 of the reads of others, in milliseconds. */
const MAX_P99_MS = 250;

/**
 * The longest processor time of a turn of the event loop for one input, in milliseconds. The aim is 50; the rest is for
 * slow and busy processors, so that this is judged everywhere.
 */
const MAX_INPUT_MS = 250;
/** The same for a whole attack, which may close thousands of connections in one turn. */
const MAX_TURN_MS = 500;

/** What may be refused under load (503 `overloaded` with Retry-After). */
const REFUSABLE = ['search', 'publish'];

/** Requests that ended in another way than they should, such as `tarball timeout`, with their number. */
export function listErrors({ outcomes }: Figures): Record<string, number> {
  return listOutcomes(
    outcomes,
    (kind, outcome) => outcome !== '200' && outcome !== '201' && !isRefusal(kind, outcome),
  );
}

/** Documented refusals, likewise. */
export function listRefusals({ outcomes }: Figures): Record<string, number> {
  return listOutcomes(outcomes, isRefusal);
}

/** What is wrong, in words; empty if nothing is. Times are judged only with `hasTimes`. */
export function listFailures(result: AttackResult, { hasTimes }: { readonly hasTimes: boolean }): string[] {
  const { others, ending, isAlive, serverErrors, answers } = result;
  const errors = Object.entries(listErrors(others));
  return [
    ...(ending !== undefined ? [`the registry ended: ${ending}`] : []),
    ...(ending === undefined && !isAlive ? ['the registry does not answer any more'] : []),
    ...(serverErrors > 0 || (answers['500'] ?? 0) > 0
      ? [`answers of 500: ${Math.max(serverErrors, answers['500'] ?? 0)}`]
      : []),
    ...(others.reads.count === 0 ? ['nothing was measured'] : []),
    ...(errors.length > 0
      ? [`errors: ${errors.map(([what, count]) => `${what} ×${count}`).join(', ')}`]
      : []),
    ...listLongTurns(result),
    ...(hasTimes && others.reads.p99 >= MAX_P99_MS
      ? [`p99 of reads is ${Math.round(others.reads.p99)} ms`]
      : []),
  ];
}

function listLongTurns({ peaks, inputs }: AttackResult): string[] {
  const turns: (readonly [what: string, ms: number, most: number])[] = [
    ['the attack', peaks.longestTurnMs, MAX_TURN_MS],
    ...Object.entries(inputs).map(([input, ms]) => [input, ms, MAX_INPUT_MS] as const),
  ];
  return turns
    .filter(([, ms, most]) => ms > most)
    .map(([what, ms]) => `a turn of the event loop took ${Math.round(ms)} ms of processor time: ${what}`);
}

function isRefusal(kind: string, outcome: string): boolean {
  return outcome === 'refused' && REFUSABLE.includes(kind);
}

function listOutcomes(
  outcomes: Figures['outcomes'],
  isListed: (kind: string, outcome: string) => boolean,
): Record<string, number> {
  const all = Object.entries(outcomes).flatMap(([kind, counts]) =>
    Object.entries(counts).map(([outcome, count]) => ({ kind, outcome, count })),
  );
  return Object.fromEntries(
    all
      .filter(({ kind, outcome }) => isListed(kind, outcome))
      .map(({ kind, outcome, count }) => [`${kind} ${outcome}`, count]),
  );
}
