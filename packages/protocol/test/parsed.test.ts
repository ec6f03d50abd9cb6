// The outcome of a parser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accept, getValue, reject } from '../src/parsed.ts';

test('a success has its value', () => assert.equal(getValue(accept(7)), 7));

test('a rejection is thrown with its message', () => {
  assert.throws(() => getValue(reject('not a name')), { name: 'TypeError', message: 'not a name' });
});
