// The words of tasks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_TERMS, readQueryTerms, stemOf } from '../../src/context/query-terms.ts';

test('forms of a word have the same stem, other words have others', () => {
  for (const forms of [
    ['cache', 'caches', 'cached', 'caching'],
    ['validate', 'validates', 'validating', 'validation', 'validator'],
    ['deploy', 'deploys', 'deployed', 'deploying'],
    ['migrate', 'migrations', 'migration', 'migrating'],
    ['policy', 'policies'],
    ['stop', 'stopped', 'stopping'],
    ['class', 'classes'],
  ]) {
    assert.deepEqual([...new Set(forms.map(stemOf))].length, 1, `${forms.map(stemOf)}`);
  }
  for (const others of [
    ['status', 'state'],
    ['test', 'tea'],
    ['index', 'indeed'],
    ['dns', 'dn'],
  ])
    assert.equal(new Set(others.map(stemOf)).size, 2, `${others}`);
});

test('words that say nothing are left out, unless there are no others', () => {
  const words = (text: string): string[] => readQueryTerms(text).map(({ word }) => word);
  assert.deepEqual(words('How do I rename a column of the Users table?'), [
    'rename',
    'column',
    'users',
    'table',
  ]);
  assert.deepEqual(words('to be or not to be'), ['to', 'be', 'or', 'not']);
  assert.deepEqual(words('caching caches'), ['caching']);
  assert.deepEqual(words('C 304 日本'), ['304', '日本']);
  assert.equal(words(Array.from({ length: 99 }, (_, index) => `w${index}`).join(' ')).length, MAX_TERMS);
});
