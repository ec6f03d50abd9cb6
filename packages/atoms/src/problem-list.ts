// Gathers problems without end in bounded space: errors are kept before warnings.
import type { AtomProblem, FileProblem } from './atom.ts';
import { compareText } from './hash/canonical-json.ts';
import { MAX_PROBLEMS } from './limits.ts';

/** Problems of all files. */
export class ProblemList {
  readonly #errors: AtomProblem[] = [];
  readonly #warnings: AtomProblem[] = [];
  #count = 0;

  /** How many were added. */
  get count(): number {
    return this.#count;
  }

  add(path: string, problem: FileProblem): void {
    this.#count += 1;
    const list = problem.severity === 'error' ? this.#errors : this.#warnings;
    if (list.length < MAX_PROBLEMS) list.push({ ...problem, path });
  }

  error(path: string, message: string): void {
    this.add(path, { severity: 'error', message });
  }

  warn(path: string, message: string): void {
    this.add(path, { severity: 'warning', message });
  }

  /** At most 200, by path and place. */
  list(): AtomProblem[] {
    return [...this.#errors, ...this.#warnings]
      .slice(0, MAX_PROBLEMS)
      .toSorted(
        (a, b) =>
          compareText(a.path, b.path) ||
          (a.line ?? 0) - (b.line ?? 0) ||
          (a.column ?? 0) - (b.column ?? 0) ||
          compareText(a.message, b.message),
      );
  }
}
