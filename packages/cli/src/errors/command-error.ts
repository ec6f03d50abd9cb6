// A failure that a command itself has to tell of, with what to do about it.

/** Exit code 1, or another one that is given. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  /** What to do about it, in a line of its own. */
  readonly hint: string | undefined;

  constructor(message: string, options: ErrorOptions & { readonly hint?: string } = {}) {
    super(message, options);
    this.hint = options.hint;
  }
}
