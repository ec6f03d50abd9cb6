// A command line that cannot be carried out as it stands.

/** Exit code 3; the message is one sentence that says what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
