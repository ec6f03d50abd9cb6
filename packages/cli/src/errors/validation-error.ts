// The error for invalid files, names or versions. It is thrown before anything is sent or changed.
import type { FieldProblem } from '@prime-registry/protocol';

/** A problem that says in which file it is, if that is not clear from the field. */
export interface PlacedProblem extends FieldProblem {
  /** Absolute path of a pack.yaml. */
  readonly path?: string;
  /** The key in it, if the line is not known. */
  readonly key?: string;
}

/** Exit code 2. The message says what is wrong; the problems name the places. */
export class ValidationError extends Error {
  override readonly name = 'ValidationError';
  readonly problems: readonly PlacedProblem[];
  /** Advice, on a line of its own. */
  readonly hint: string | undefined;
  /** A stable word for programs. */
  readonly code: string;

  constructor(
    message: string,
    problems: readonly PlacedProblem[] = [],
    options: ErrorOptions & { readonly hint?: string; readonly code?: string } = {},
  ) {
    super(message, options);
    this.problems = problems;
    this.hint = options.hint;
    this.code = options.code ?? 'validation';
  }
}
