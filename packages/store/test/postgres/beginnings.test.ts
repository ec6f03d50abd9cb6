// The short prefixes of words, as they are indexed and asked for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  beginningExpression,
  listBeginnings,
  withoutLongBeginnings,
  withWholeWords,
} from '../../src/postgres/search/beginnings.ts';

const quote = (term: string) => `'${term}'`;

test('prefixes have up to three letters, and the mark of their word', () => {
  assert.deepEqual(listBeginnings('cache'), ['~c', '~ca', '~cac']);
  assert.deepEqual(listBeginnings('@cache'), ['~@c', '~@ca', '~@cac']);
  assert.deepEqual(listBeginnings('to'), ['~t', '~to']);
  assert.deepEqual(listBeginnings('/'), []);
  assert.deepEqual(listBeginnings(''), []);
  assert.deepEqual(listBeginnings('=@scope/name'), []);
});

test('a letter of two units is one letter', () => {
  assert.deepEqual(listBeginnings('🙂é🙃x'), ['~🙂', '~🙂é', '~🙂é🙃']);
  assert.equal(beginningExpression('🙂é🙃x', quote), "('~🙂é🙃' & '🙂é🙃x':*)");
});

test('a short prefix is asked for as such, a longer one together with its first letters', () => {
  assert.equal(beginningExpression('cac', quote), "'~cac'");
  assert.equal(beginningExpression('#cac', quote), "'~#cac'");
  assert.equal(beginningExpression('/', quote), "'~/'");
  assert.equal(beginningExpression('#cach', quote), "('~#cac' & '#cach':*)");
});

test('longer prefixes are replaced by their first letters, which match more, or by whole words, which match less', () => {
  const expression = `'web' & ${beginningExpression('cach', quote)} & '%s8'`;
  assert.equal(withoutLongBeginnings(expression), "'web' & '~cac' & '%s8'");
  assert.equal(withWholeWords(expression), "'web' & 'cach' & '%s8'");
  assert.equal(withWholeWords("'web' & '~ca'"), "'web' & '~ca'");
});
