// What every parser here answers: the value, or one sentence that tells an author what to change.

/** The outcome of parsing text from outside; `message` says what is wrong and what would be right. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string };

/** The value of an outcome that must be good. @throws TypeError with the message of a bad one */
export function getValue<T>(parsed: Parsed<T>): T {
  if (!parsed.ok) throw new TypeError(parsed.message);
  return parsed.value;
}

/** A good outcome. */
export function accept<T>(value: T): Parsed<T> {
  return { ok: true, value };
}

/** A bad outcome, with the sentence for the author. */
export function reject(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}
