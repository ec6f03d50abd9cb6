// Asserts that text is safe for a terminal.
import assert from 'node:assert/strict';

/** Control and bidirectional characters, except line feeds. */
const STEERING = /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029\uFEFF]/u;

/** Fails if the text could move the cursor, change colours or reverse a line. */
export function assertHarmless(text: string): void {
  assert.doesNotMatch(text, STEERING, JSON.stringify(text));
}
