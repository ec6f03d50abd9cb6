// A failure that a command explains, with advice.

/** A command that fails with this ends with exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  /** Advice, on a line of its own. */
  readonly hint: string | undefined;

  constructor(message: string, options: ErrorOptions & { readonly hint?: string } = {}) {
    super(message, options);
    this.hint = options.hint;
  }
}
