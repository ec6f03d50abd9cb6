// The number of positional arguments.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireParameters, UsageError } from '../src/index.ts';

function messageOf(parameters: readonly string[], given: readonly string[]): string {
  try {
    requireParameters(parameters, given);
  } catch (error) {
    assert.ok(error instanceof UsageError, String(error));
    return error.message;
  }
  return assert.fail(`${given.join(' ')} was accepted`);
}

test('the message names the missing argument, or the surplus one', () => {
  assert.equal(messageOf(['<wall>', '[<color>]'], []), '<wall> is missing');
  assert.equal(messageOf(['<wall>', '<color>'], ['north']), '<color> is missing');
  assert.equal(
    messageOf(['<wall>', '[<color>]'], ['north', 'red', 'blue']),
    "'blue' is one argument too many",
  );
  requireParameters(['<wall>', '[<color>]'], ['north']);
});

test('a token that is one argument too many is not repeated', () => {
  assert.equal(messageOf([], ['pri_secret']), 'the token is one argument too many');
});

test('a last parameter with … takes any number', () => {
  requireParameters(['<wall>…'], ['a', 'b', 'c']);
  assert.equal(messageOf(['<wall>…'], []), '<wall>… is missing');
  requireParameters(['[<wall>…]'], []);
});
