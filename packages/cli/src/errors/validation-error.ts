// The error for invalid files, names or versions. It is thrown before anything is sent or changed.
import type { FieldProblem } from '@prime-registry/protocol';

/** Exit code 2. The message says what is wrong; the problems name the places. */
export class ValidationError extends Error {
  override readonly name = 'ValidationError';
  readonly problems: readonly FieldProblem[];
  /** Advice, on a line of its own. */
  readonly hint: string | undefined;

  constructor(
    message: string,
    problems: readonly FieldProblem[] = [],
    options: ErrorOptions & { readonly hint?: string } = {},
  ) {
    super(message, options);
    this.problems = problems;
    this.hint = options.hint;
  }
}
