// What messages look like, whatever a text of others contains.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCheckpoint, parseVerifierKey, TlogError } from '../src/index.ts';
import { sha256 } from './node-crypto.ts';

test('a message is one printable line', () => {
  assert.equal(new TlogError('a\nb\u001b[31m\u202ec\ud800').message, 'a\\u000ab\\u001b[31m\\u202ec\\ud800');
});

test('a message is short, and a long key in it leaves room for the reason', () => {
  assert.equal(new TlogError('a'.repeat(10_000)).message.length, 501);
  assert.throws(() => parseVerifierKey(sha256, 'a'.repeat(10_000)), /…" is no verifier key: it is <name>/);
});

test('it can be told from other errors', () => {
  assert.throws(() => parseCheckpoint(''), TlogError);
});
