// The choices that the search has made so far, in order, and what follows from them.
import { ABSENT, ANY, type Clause, isWithin } from './clause.ts';
import type { SearchBudget } from './search-budget.ts';

/** One step: a decision, or what a clause leaves. */
interface Assignment {
  readonly name: string;
  /** What this step allows. */
  readonly choices: bigint;
  /** What it and all earlier steps allow for the Prime. */
  readonly remaining: bigint;
  /** Number of decisions before and including it. */
  readonly level: number;
  /** The clause; undefined for a decision. */
  readonly cause: Clause | undefined;
  readonly index: number;
}

/** What made a clause true. */
export interface Satisfier extends Assignment {
  /** The level at which the clause was true, apart from this step. */
  readonly previousLevel: number;
}

export class PartialSolution {
  readonly #steps: Assignment[] = [];
  readonly #byName = new Map<string, Assignment[]>();
  /** Each Prime that cannot be absent, with the step from which on it cannot. */
  readonly #required: { readonly name: string; readonly index: number }[] = [];
  readonly #decided = new Set<string>();
  /** All required Primes before this position are decided. */
  #cursor = 0;
  #level = 0;
  readonly #budget: Pick<SearchBudget, 'spend'>;

  constructor(budget: Pick<SearchBudget, 'spend'>) {
    this.#budget = budget;
  }

  remaining(name: string): bigint {
    return this.#byName.get(name)?.at(-1)?.remaining ?? ANY;
  }

  decide(name: string, choice: bigint): void {
    this.#level += 1;
    this.#decided.add(name);
    this.#push(name, choice, undefined);
  }

  /** Notes what a clause leaves for a Prime. */
  derive(name: string, choices: bigint, cause: Clause): void {
    this.#push(name, choices, cause);
  }

  /** The first Prime that is required and not decided, in the order in which they were first required. */
  findUndecided(): string | undefined {
    for (; ; this.#cursor += 1) {
      this.#budget.spend(1);
      const name = this.#required[this.#cursor]?.name;
      if (name === undefined || !this.#decided.has(name)) return name;
    }
  }

  decided(): ReadonlySet<string> {
    return this.#decided;
  }

  /** The step with which a clause became true. @throws Error if it is not */
  findSatisfier({ terms }: Clause): Satisfier {
    let last: Assignment | undefined;
    for (const [name, choices] of terms) {
      const step = this.#findStep(name, choices);
      if (last === undefined || step.index > last.index) last = step;
    }
    if (last === undefined) throw new Error('a clause without terms has no satisfier');
    let previousLevel = 0;
    for (const [name, choices] of terms) {
      const step = name === last.name ? this.#findHelper(last, choices) : this.#findStep(name, choices);
      if (step !== undefined) previousLevel = Math.max(previousLevel, step.level);
    }
    return { ...last, previousLevel };
  }

  /** Takes back all steps above a level. */
  backtrack(level: number): void {
    for (let step = this.#steps.at(-1); step !== undefined && step.level > level; step = this.#steps.at(-1)) {
      this.#steps.pop();
      const steps = this.#byName.get(step.name) ?? [];
      steps.pop();
      if (steps.length === 0) this.#byName.delete(step.name);
      if (step.cause === undefined) this.#decided.delete(step.name);
    }
    while ((this.#required.at(-1)?.index ?? -1) >= this.#steps.length) this.#required.pop();
    this.#cursor = 0;
    this.#level = level;
  }

  #push(name: string, choices: bigint, cause: Clause | undefined): void {
    const before = this.remaining(name);
    const remaining = before & choices;
    const index = this.#steps.length;
    if ((before & ~remaining & ABSENT) !== 0n) this.#required.push({ name, index });
    const step = { name, choices, remaining, level: this.#level, cause, index };
    this.#steps.push(step);
    const steps = this.#byName.get(name);
    if (steps === undefined) this.#byName.set(name, [step]);
    else steps.push(step);
  }

  /** The first step after which nothing but these choices remains. */
  #findStep(name: string, choices: bigint): Assignment {
    const steps = this.#byName.get(name) ?? [];
    this.#budget.spend(1 + steps.length);
    const found = steps.find(({ remaining }) => isWithin(remaining, choices));
    if (found === undefined) throw new Error(`a term about ${name} is not true`);
    return found;
  }

  /** The first earlier step that a step needs to leave nothing but these choices; undefined if it needs none. */
  #findHelper(step: Assignment, choices: bigint): Assignment | undefined {
    if (isWithin(step.choices, choices)) return undefined;
    return this.#byName.get(step.name)?.find(({ remaining }) => isWithin(remaining & step.choices, choices));
  }
}
