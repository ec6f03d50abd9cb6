// Clauses of the search for a set of versions. A clause is a combination of choices that cannot all be true.
//
// A set of choices for one Prime is a bigint: bit 0 stands for "not in the set of Primes", bit n for its candidate
// number n - 1. Negative numbers are complements, so that they contain candidates which are found later.

/** All choices: the Prime is absent, or any of its candidates. */
export const ANY = -1n;
/** The Prime is absent. */
export const ABSENT = 1n;

/**
 * The set of the candidates with these indexes. The time grows with the highest index: adding one candidate after another
 * would copy all bits each time, and a hostile list has hundreds of thousands.
 */
export function choicesOf(indexes: readonly number[]): bigint {
  const digits = new Uint8Array(((indexes.at(-1) ?? 0) + 1) / 4 + 1);
  for (const index of indexes)
    digits[(index + 1) >> 2] = (digits[(index + 1) >> 2] ?? 0) | (1 << ((index + 1) & 3));
  return BigInt(
    `0x${Array.from(digits, (digit) => digit.toString(16))
      .reverse()
      .join('')}`,
  );
}

/** A requirement, from outside of the search. */
export interface Fact {
  /** Who requires: the candidates of a Prime with the same requirement, or the label of a direct requirement. */
  readonly by: string | { readonly name: string; readonly versions: readonly string[] };
  readonly name: string;
  readonly range: string;
  /** Why nothing matches the range, if that does not depend on other requirements. */
  readonly problem?: string;
}

/** A clause, and where it comes from: a fact, or two clauses from which it follows. */
export interface Clause {
  /** The combination, by name; never empty, except for a clause that proves that there is no solution. */
  readonly terms: ReadonlyMap<string, bigint>;
  readonly cause: Fact | readonly [Clause, Clause];
}

/** Makes a clause; choices for the same Prime are intersected, and terms that exclude nothing are left out. */
export function makeClause(
  terms: Iterable<readonly [name: string, choices: bigint]>,
  cause: Clause['cause'],
): Clause {
  const joined = new Map<string, bigint>();
  for (const [name, choices] of terms) joined.set(name, (joined.get(name) ?? ANY) & choices);
  for (const [name, choices] of joined) if (choices === ANY) joined.delete(name);
  return { terms: joined, cause };
}

/** Whether all choices of the first set are in the second one. */
export function isWithin(choices: bigint, others: bigint): boolean {
  return (choices & ~others) === 0n;
}

/** The facts from which a clause follows, each once, the last found first. */
export function listFacts(clause: Clause): Fact[] {
  const facts = new Set<Fact>();
  const seen = new Set<Clause>();
  const open = [clause];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if ('by' in next.cause) facts.add(next.cause);
    else open.push(...next.cause);
  }
  return [...facts];
}
