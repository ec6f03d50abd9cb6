// Files, names or versions that are not as they must be, found before anything was sent or changed.
import type { FieldProblem } from '@prime-registry/protocol';

/** Exit code 2; the message says what is wrong, the problems name each place. */
export class ValidationError extends Error {
  override readonly name = 'ValidationError';
  readonly problems: readonly FieldProblem[];

  constructor(message: string, problems: readonly FieldProblem[] = [], options?: ErrorOptions) {
    super(message, options);
    this.problems = problems;
  }
}
