// The query of GET /-/resolve: what a client writes is what the registry reads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  getValue,
  parsePrimeBatchQuery,
  parsePrimeName,
  parseVersion,
  parseVersionBatchQuery,
  primeBatchKey,
  primeBatchPath,
} from '../../src/index.ts';

const readPath = (path: string) =>
  parsePrimeBatchQuery(Object.fromEntries(new URL(path, 'http://a').searchParams));

test('names and versions arrive as they were sent, build metadata included', () => {
  const keys = [primeBatchKey('@acme/a'), primeBatchKey('@acme/a', '1.0.0-rc.1+build.7'), '@b/c.d@2.0.0'];
  assert.deepEqual(keys.slice(0, 2), ['@acme/a', '@acme/a@1.0.0-rc.1+build.7']);
  assert.deepEqual(readPath(primeBatchPath(keys)), {
    items: [
      { of: '@acme/a', name: getValue(parsePrimeName('@acme/a')), version: undefined },
      {
        of: '@acme/a@1.0.0-rc.1+build.7',
        name: getValue(parsePrimeName('@acme/a')),
        version: getValue(parseVersion('1.0.0-rc.1+build.7')),
      },
      {
        of: '@b/c.d@2.0.0',
        name: getValue(parsePrimeName('@b/c.d')),
        version: getValue(parseVersion('2.0.0')),
      },
    ],
    includeYanked: false,
    includeLatest: false,
  });
  const more = readPath(primeBatchPath(keys, { includeYanked: true, includeLatest: true }));
  assert.deepEqual('items' in more && [more.includeYanked, more.includeLatest], [true, true]);
});

test('yanked versions and latest manifests are included by one value only', () => {
  for (const value of ['', 'yes', 'exclude', ['include', 'include']]) {
    const parsed = parsePrimeBatchQuery({ primes: '@a/b', yanked: value, latest: value });
    const fields = 'problems' in parsed && parsed.problems.map(({ field }) => field);
    assert.deepEqual(fields, ['yanked', 'latest']);
  }
});

test('duplicates and empty items are ignored; anything else that is wrong is a problem', () => {
  const read = (primes: unknown) => parsePrimeBatchQuery({ primes });
  const twice = read(',@a/b,,@a/b,');
  assert.equal('items' in twice && twice.items.length, 1);
  for (const wrong of [
    undefined,
    '',
    ',',
    ['@a/b'],
    'a/b',
    '@a',
    '@a/b@',
    '@a/b@1',
    '@a/b@1.0.0@1.0.0',
    '@A/b',
    ' @a/b',
  ])
    assert.ok('problems' in read(wrong), String(wrong));
});

test('a query for versions takes nothing without a version', () => {
  const read = (primes: unknown) => parseVersionBatchQuery({ primes });
  const two = read('@a/b@1.0.0,@a/c@2.0.0-rc.1');
  assert.deepEqual('items' in two && two.items.map(({ version }) => version.full), ['1.0.0', '2.0.0-rc.1']);
  for (const wrong of [undefined, ',', '@a/b', '@a/b@1.0.0,@a/c', '@a/b@1', ['@a/b@1.0.0']]) {
    const parsed = read(wrong);
    assert.equal('problems' in parsed && parsed.problems.length, 1, String(wrong));
  }
});
