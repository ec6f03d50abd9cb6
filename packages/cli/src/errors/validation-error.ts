// Files, names or versions that are not as they must be, found before anything was sent or changed.
import type { FieldProblem } from '@prime-registry/protocol';

/** Exit code 2; the message says what is wrong, the problems name each place. */
export class ValidationError extends Error {
  override readonly name = 'ValidationError';
  readonly problems: readonly FieldProblem[];
  /** What to do about it, in a line of its own. */
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
