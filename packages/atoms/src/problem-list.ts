// Collects any number of problems in bounded memory; errors take precedence over warnings.
import type { AtomProblem, FileProblem, ProblemCode } from './atom.ts';
import { compareText } from './hash/canonical-json.ts';
import { MAX_PROBLEMS } from './limits.ts';

export class ProblemList {
  readonly #errors = new FirstProblems();
  readonly #warnings = new FirstProblems();
  readonly #told = new Set<string>();
  /** The number of problems that were added. */
  count = 0;

  add(path: string, problem: FileProblem): void {
    this.count += 1;
    const problems = problem.severity === 'error' ? this.#errors : this.#warnings;
    problems.add({ ...problem, path });
  }

  error(path: string, message: string): void {
    this.add(path, { severity: 'error', message });
  }

  /** Adds an error about a limit, once, however many files exceed it. */
  errorOnce(path: string, message: string): void {
    if (!this.#told.has(message)) this.error(path, message);
    this.#told.add(message);
  }

  warn(path: string, message: string, code?: ProblemCode): void {
    this.add(path, { severity: 'warning', message, ...(code !== undefined && { code }) });
  }

  /**
   * The first 200 by path and position, independent of the order of `add`; warnings fill the room that errors
   * leave.
   */
  list(): AtomProblem[] {
    return [...this.#errors.list(), ...this.#warnings.list()]
      .slice(0, MAX_PROBLEMS)
      .toSorted(compareProblems);
  }
}

/** Keeps the first 200 of any number. */
class FirstProblems {
  #kept: AtomProblem[] = [];
  /** A problem from here on is not among the first. */
  #end: AtomProblem | undefined;

  add(problem: AtomProblem): void {
    if (this.#end !== undefined && compareProblems(problem, this.#end) >= 0) return;
    this.#kept.push(problem);
    if (this.#kept.length < 2 * MAX_PROBLEMS) return;
    this.#kept = this.list();
    this.#end = this.#kept.at(-1);
  }

  list(): AtomProblem[] {
    return this.#kept.toSorted(compareProblems).slice(0, MAX_PROBLEMS);
  }
}

function compareProblems(a: AtomProblem, b: AtomProblem): number {
  return (
    compareText(a.path, b.path) ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0) ||
    compareText(a.message, b.message)
  );
}
