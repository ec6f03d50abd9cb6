// The error for a command line that cannot be carried out.

/** The message is one sentence that says what to type instead. Commands end with exit code 3. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
