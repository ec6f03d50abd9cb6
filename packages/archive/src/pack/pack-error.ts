// The error for a tree that cannot be packed.
import { quotePath } from '../paths/printable-path.ts';

/** Why a file or folder cannot be packed. */
export interface PackProblem {
  /** Its path relative to the packed folder. */
  readonly path: string;
  /** The end of a sentence that starts with the path; says what would be right. */
  readonly complaint: string;
}

/** A file or folder cannot be packed, or several; the message names the first one and says what would be right. */
export class PackError extends Error {
  override readonly name = 'PackError';
  /** The path of the first one, relative to the packed folder. */
  readonly path: string;
  /** Every one that was found, at least one. */
  readonly problems: readonly PackProblem[];

  /**
   * @param complaint - the end of a sentence that starts with the path
   * @param others - what else cannot be packed
   */
  constructor(path: string, complaint: string, others: readonly PackProblem[] = []) {
    const more = others.length === 0 ? '' : ` (and ${others.length} more cannot be packed)`;
    super(`${quotePath(path)} ${complaint}${more}`);
    this.path = path;
    this.problems = [{ path, complaint }, ...others];
  }
}

/** Throws a PackError if there is a problem; the problems are in the order of their paths then. */
export function requireNoProblem([first, ...others]: readonly PackProblem[]): void {
  if (first !== undefined) throw new PackError(first.path, first.complaint, others);
}
