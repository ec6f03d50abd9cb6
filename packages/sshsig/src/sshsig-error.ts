// What the readers of this package throw among themselves; callers of the package get the message in a `Parsed`.
import type { Parsed } from '@prime-registry/protocol';

/** Something is not what its format says. The message says what, and what would be right. */
export class SshsigError extends Error {
  override readonly name = 'SshsigError';
}

/** The value of a reader, or the message of its {@link SshsigError}. @throws every other error */
export function parsedBy<Value>(read: () => Value): Parsed<Value> {
  try {
    return { ok: true, value: read() };
  } catch (error) {
    if (error instanceof SshsigError) return { ok: false, message: error.message };
    throw error;
  }
}
