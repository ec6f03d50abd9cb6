// What every message for an author has to be, whatever the input was.
import assert from 'node:assert/strict';

/** Fails unless a field's name, which is the author's own, is safe to show. */
export function assertPrintable(field: string): void {
  assert.doesNotMatch(field, /[\p{Cc}\p{Cs}]/u);
  assert.ok(field.length < 600, `${field.length} characters`);
}

/** Fails unless the message is one non-empty line without control characters or lone surrogates, of modest length. */
export function assertSentence(message: string): void {
  assert.match(message, /^[^\s\p{Cc}\p{Cs}][^\p{Cc}\p{Cs}]*$/u);
  assert.ok(message.length < 2000, `${message.length} characters`);
}
