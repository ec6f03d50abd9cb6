// The result of every parser here: the value, or one sentence that says what to change.

/** The outcome of parsing untrusted text; `message` says what is wrong and what would be right. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string };

/** The value of an outcome that must be a success. @throws TypeError with the message of a rejection */
export function getValue<T>(parsed: Parsed<T>): T {
  if (!parsed.ok) throw new TypeError(parsed.message);
  return parsed.value;
}

/** A success. */
export function accept<T>(value: T): Parsed<T> {
  return { ok: true, value };
}

/** A rejection, with its message. */
export function reject(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}
