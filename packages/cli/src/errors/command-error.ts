// A failure that a command explains, with advice.
import type { FieldProblem } from '@prime-registry/protocol';

/** A command that fails with this ends with exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  /** Advice, on a line of its own. */
  readonly hint: string | undefined;
  /** A stable word for programs. */
  readonly code: string;
  /** What is wrong in particular, a line each. */
  readonly problems: readonly FieldProblem[];

  constructor(
    message: string,
    options: ErrorOptions & {
      readonly hint?: string;
      readonly code?: string;
      readonly problems?: readonly FieldProblem[];
    } = {},
  ) {
    super(message, options);
    this.hint = options.hint;
    this.code = options.code ?? 'failed';
    this.problems = options.problems ?? [];
  }
}
