// The error for a command line that cannot be carried out.
import type { Parsed } from '@prime-registry/protocol';

/** The message is one sentence that says what to type instead. Commands end with exit code 3. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What was parsed. @param where - what begins the message @throws UsageError with the reason if it could not be */
export function accept<T>(parsed: Parsed<T>, where = ''): T {
  if (!parsed.ok) throw new UsageError(`${where}${parsed.message}`);
  return parsed.value;
}
