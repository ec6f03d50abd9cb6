// Finds one version for each required Prime: conflict-driven search as in PubGrub (Weizenbaum, 2018), over finite
// lists of candidates. The result depends on the candidates only, never on the order in which they were read.
import type { Requires } from '@prime-registry/protocol';
import { type Clause, choicesOf, type Fact, isWithin, makeClause } from './clause.ts';
import { PartialSolution } from './partial-solution.ts';
import { SearchBudget } from './search-budget.ts';

/** A version that can be chosen. */
export interface SolverCandidate {
  readonly version: string;
  /** In ASCII order of the names; undefined if it was not read yet. */
  readonly requires: Requires | undefined;
}

/** What is known about a required range. */
export type Allowed =
  /** The candidates that match, as in clauses. */
  { readonly choices: bigint } | { readonly problem: string };

/** A requirement of the project itself. */
export interface RootRequirement {
  readonly name: string;
  readonly range: string;
  /** Who requires it, for messages, such as `SKILL.md`. */
  readonly by: string;
}

/** The candidates of all Primes that have been read. */
export interface Problem {
  /** The candidates of a Prime in order of preference; a later call may have more at the end. */
  candidates(name: string): readonly SolverCandidate[];
  /** Undefined if the Prime, or the range, was not looked up yet. */
  allowed(name: string, range: string): Allowed | undefined;
}

/** The outcome of a search. */
export type Solution =
  | {
      /** The index of the chosen candidate of each Prime. */
      readonly chosen: ReadonlyMap<string, number>;
      /** The ranges that must be looked up before it counts. */
      readonly unknown: readonly (readonly [name: string, range: string])[];
      /** The candidates whose requirements must be read before it counts, by index. */
      readonly unread: readonly (readonly [name: string, index: number])[];
    }
  /** A clause without terms: its facts contradict each other. */
  | { readonly conflict: Clause };

/** Ranges that one search asks for; hostile Primes could require millions. */
const MAX_UNKNOWN = 20_000;

/**
 * Searches. Ranges and requirements that are not known yet count as satisfied.
 * @throws SearchExhausted
 */
export function solve(
  roots: readonly RootRequirement[],
  problem: Problem,
  budget: SearchBudget = new SearchBudget(),
): Solution {
  return new Search(problem, budget).run(roots);
}

/** Candidates whose sets cost as much as one more unit of work. */
const CANDIDATES_PER_UNIT = 512;

class Search {
  readonly #problem: Problem;
  readonly #budget: SearchBudget;
  readonly #solution: PartialSolution;
  readonly #clauses = new Map<string, Clause[]>();
  readonly #known = new Set<string>();
  readonly #unknown = new Map<string, readonly [string, string]>();
  readonly #unread = new Map<string, number>();

  constructor(problem: Problem, budget: SearchBudget) {
    this.#problem = problem;
    this.#budget = budget;
    this.#solution = new PartialSolution(budget);
  }

  run(roots: readonly RootRequirement[]): Solution {
    for (const { name, range, by } of roots) {
      const allowed = this.#lookUp(name, range);
      if (allowed === undefined) continue;
      const clause = this.#addRequirement([], { by, name, range }, allowed);
      if (clause.terms.size === 0) return { conflict: clause };
    }
    const changed = new Set<string>(roots.map(({ name }) => name));
    for (;;) {
      const conflict = this.#propagate(changed);
      if (conflict !== undefined) return { conflict };
      const name = this.#solution.findUndecided();
      if (name === undefined) return this.#describe();
      this.#decide(name);
      changed.add(name);
    }
  }

  /** Derives what follows from changes. Returns a clause without terms if there is no solution. */
  #propagate(changed: Set<string>): Clause | undefined {
    for (const name of changed) {
      changed.delete(name);
      // The newest clauses first: they are the most specific ones. The list can grow while it is walked.
      const clauses = this.#clauses.get(name) ?? [];
      this.#budget.spend(1 + clauses.length);
      for (const clause of clauses.toReversed()) {
        const open = this.#findOpenTerm(clause);
        if (open === 'undecided') continue;
        if (open !== 'satisfied') {
          this.#solution.derive(open, ~(clause.terms.get(open) ?? 0n), clause);
          changed.add(open);
          continue;
        }
        const learned = this.#resolveConflict(clause);
        if (learned.terms.size === 0) return learned;
        if (learned !== clause) this.#add(learned);
        const next = this.#findOpenTerm(learned);
        if (next === 'undecided' || next === 'satisfied') throw new Error('a learned clause is not open');
        this.#solution.derive(next, ~(learned.terms.get(next) ?? 0n), learned);
        changed.clear();
        changed.add(next);
        break;
      }
    }
    return undefined;
  }

  /** The only term of a clause that is not true; `undecided` if there are more, or if one is false. */
  #findOpenTerm({ terms }: Clause): string | 'satisfied' | 'undecided' {
    let open: string | undefined;
    for (const [name, choices] of terms) {
      this.#budget.spend(this.#costOf(name));
      const remaining = this.#solution.remaining(name);
      if (isWithin(remaining, choices)) continue;
      if (open !== undefined || (remaining & choices) === 0n) return 'undecided';
      open = name;
    }
    return open ?? 'satisfied';
  }

  /** Finds the clause that excludes the decisions behind a conflict, and takes them back. */
  #resolveConflict(start: Clause): Clause {
    let clause = start;
    while (clause.terms.size > 0) {
      const { name, choices, level, cause, previousLevel } = this.#solution.findSatisfier(clause);
      if (cause === undefined || previousLevel !== level) {
        this.#solution.backtrack(previousLevel);
        return clause;
      }
      const term = clause.terms.get(name) ?? 0n;
      const others = [...clause.terms, ...cause.terms].filter(([other]) => other !== name);
      // What the step left next to the term must be excluded by something else.
      clause = makeClause([...others, [name, ~(choices & ~term)]], [clause, cause]);
    }
    return clause;
  }

  /**
   * Chooses the first candidate that remains. Before that, adds what it requires, if that is new: a candidate that
   * cannot be is then excluded without a conflict, which would take back other decisions.
   */
  #decide(name: string): void {
    const remaining = this.#solution.remaining(name);
    const choice = remaining & -remaining;
    const hasNew = this.#addRequirementsOf(name, indexOf(choice));
    if (!hasNew) this.#solution.decide(name, choice);
  }

  /** Adds what a candidate requires, together with all candidates that require the same. @returns whether any is new */
  #addRequirementsOf(name: string, index: number): boolean {
    const candidates = this.#problem.candidates(name);
    const chosen = candidates[index];
    if (chosen === undefined) throw new Error(`there is no such candidate of ${name}`);
    if (chosen.requires === undefined) this.#unread.set(name, index);
    let hasNew = false;
    for (const [required, range] of Object.entries(chosen.requires ?? {})) {
      const allowed = this.#lookUp(required, range);
      if (allowed === undefined || this.#isKnown(name, required, range)) continue;
      this.#budget.spend(candidates.length);
      const versions: string[] = [];
      const same: number[] = [];
      for (const [each, { version, requires }] of candidates.entries()) {
        if (requires?.[required] !== range) continue;
        versions.push(version);
        same.push(each);
      }
      this.#addRequirement(
        [[name, choicesOf(same)]],
        { by: { name, versions }, name: required, range },
        allowed,
      );
      hasNew = true;
    }
    return hasNew;
  }

  #isKnown(...requirement: readonly string[]): boolean {
    const key = requirement.join('\n');
    const isKnown = this.#known.has(key);
    this.#known.add(key);
    return isKnown;
  }

  /** Sets of choices have a bit for each candidate. */
  #costOf(name: string): number {
    return 1 + this.#problem.candidates(name).length / CANDIDATES_PER_UNIT;
  }

  #lookUp(name: string, range: string): Allowed | undefined {
    this.#budget.spend(1);
    const allowed = this.#problem.allowed(name, range);
    if (allowed === undefined) this.#ask(name, range);
    return allowed;
  }

  #ask(name: string, range: string): void {
    if (this.#unknown.size < MAX_UNKNOWN) this.#unknown.set(`${name}\n${range}`, [name, range]);
  }

  #addRequirement(by: readonly (readonly [string, bigint])[], fact: Fact, allowed: Allowed): Clause {
    const clause =
      'problem' in allowed
        ? makeClause(by, { ...fact, problem: allowed.problem })
        : makeClause([...by, [fact.name, ~allowed.choices]], fact);
    this.#add(clause);
    return clause;
  }

  #add(clause: Clause): void {
    for (const name of clause.terms.keys()) {
      const clauses = this.#clauses.get(name);
      if (clauses === undefined) this.#clauses.set(name, [clause]);
      else clauses.push(clause);
    }
  }

  #describe(): Solution {
    const chosen = new Map<string, number>();
    for (const name of this.#solution.decided()) chosen.set(name, indexOf(this.#solution.remaining(name)));
    return { chosen, unknown: [...this.#unknown.values()], unread: [...this.#unread] };
  }
}

/** The index of the only candidate of a set. */
function indexOf(choice: bigint): number {
  return choice.toString(2).length - 2;
}
