// Values of a query that a parser accepts, such as a name or a version.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePrimeName } from '../../src/names/prime-name.ts';
import { QueryReader } from '../../src/queries/query-values.ts';

function read(raw: Readonly<Record<string, unknown>>) {
  const reader = new QueryReader(raw);
  const value = reader.parsed('name', parsePrimeName);
  return { name: value?.full, problems: reader.problems };
}

test('a parameter that the parser accepts is its value', () => {
  assert.deepEqual(read({ name: '@acme/web-style' }), { name: '@acme/web-style', problems: [] });
});

test('a parameter that is not given is no problem', () => {
  assert.deepEqual(read({}), { name: undefined, problems: [] });
});

test('a parameter that the parser refuses is a problem in its words', () => {
  const { name, problems } = read({ name: 'acme' });
  assert.equal(name, undefined);
  assert.equal(problems.length, 1);
  assert.equal(problems[0]?.field, 'name');
  assert.match(problems[0]?.message ?? '', /^'acme' does not begin with '@'/);
});

test('a parameter that is given twice is one problem', () => {
  const { name, problems } = read({ name: ['@acme/a', '@acme/b'] });
  assert.equal(name, undefined);
  assert.deepEqual(problems, [{ field: 'name', message: 'is given more than once; give it once' }]);
});
