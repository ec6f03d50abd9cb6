// What a terminal may be shown.
import assert from 'node:assert/strict';

/** Control and bidirectional characters, save for line feeds. */
const STEERING = /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029\uFEFF]/u;

/** Fails when something in the text would move the cursor, change colours or turn a line around. */
export function assertHarmless(text: string): void {
  assert.doesNotMatch(text, STEERING, JSON.stringify(text));
}
