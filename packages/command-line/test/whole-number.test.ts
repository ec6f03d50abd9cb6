// Options that take a whole number.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWholeNumber, UsageError } from '../src/index.ts';

test('a whole number within its bounds is read', () => {
  assert.equal(readWholeNumber('rounds', '1', { maximum: 8 }), 1);
  assert.equal(readWholeNumber('rounds', '8', { maximum: 8 }), 8);
  assert.equal(readWholeNumber('retries', '0', { minimum: 0, maximum: 8 }), 0);
});

test('any other text is refused with the bounds', () => {
  const message = (text: string) => `--rounds must be a whole number from 1 to 8, not '${text}'`;
  for (const text of ['', '0', '9', '-1', '1.5', '1e1', ' 1', '1234567890123456']) {
    assert.throws(
      () => readWholeNumber('rounds', text, { maximum: 8 }),
      (error) => error instanceof UsageError && error.message === message(text),
    );
  }
});
