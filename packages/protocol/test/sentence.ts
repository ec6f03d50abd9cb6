// Checks the form of messages for authors.
import assert from 'node:assert/strict';

/** Fails unless the name of a field, which may come from the author, is safe to show. */
export function assertPrintable(field: string): void {
  assert.doesNotMatch(field, /[\p{Cc}\p{Cs}]/u);
  assert.ok(field.length < 600, `${field.length} characters`);
}

/**
 * Fails unless the message is one non-empty line without control characters or lone surrogates, of modest
 * length.
 */
export function assertSentence(message: string): void {
  assert.match(message, /^[^\s\p{Cc}\p{Cs}][^\p{Cc}\p{Cs}]*$/u);
  assert.ok(message.length < 2000, `${message.length} characters`);
}
