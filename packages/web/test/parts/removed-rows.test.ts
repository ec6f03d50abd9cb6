// Removed versions in the table of versions: in their place, also among thousands.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeRemovedRows } from '../../src/parts/prime/removed-rows.ts';
import { renderVersions } from '../../src/parts/prime/version-table.ts';

const removed = (version: string) => ({
  ...{ name: '@a/b', version, identity: version, sha256: '', removedAtMs: 0, origin: undefined },
  ...({ category: 'malware', reason: undefined } as const),
});
const shown = (version: string) => ({ version, publishedAtMs: 0, sizeBytes: 1, atoms: 1, yanked: false });
const numbersIn = (text: string): string[] =>
  [...text.matchAll(/<tr[^>]*><td><(?:a|span)[^>]*>([^<]*)</g)].map(([, number]) => number ?? '');

const VERSIONS = ['10.0.0', '2.0.0', '2.0.0-rc.1+b', '1.0.0'];

test('each stands before the first lower version, by precedence', () => {
  const ascending = ['0.1.0', '2.0.0-beta.2', '2.0.0-beta.11', '9.0.0+b', '11.0.0'].map(removed);
  const rows = [...placeRemovedRows(VERSIONS, ascending, 5)].map(([index, { length }]) => [index, length]);
  assert.deepEqual(rows, [
    [0, 1],
    [1, 1],
    [3, 2],
    [4, 1],
  ]);
  const table = {
    ...{ name: '@a/b', latest: '10.0.0', versions: VERSIONS.map(shown) },
    lifecycle: { channels: [], removed: ascending },
  };
  assert.deepEqual(numbersIn(renderVersions(table, 9).text), [
    ...['11.0.0', '10.0.0', '9.0.0+b', '2.0.0', '2.0.0-rc.1+b'],
    ...['2.0.0-beta.11', '2.0.0-beta.2', '1.0.0', '0.1.0'],
  ]);
  assert.deepEqual(
    numbersIn(renderVersions(table, 2).text),
    ['11.0.0', '10.0.0', '9.0.0+b', '2.0.0'],
    'none below what is shown',
  );
});

test('a list without any other version has them all', () => {
  const lifecycle = { channels: [], removed: ['1.0.0', '2.0.0'].map(removed) };
  const { text } = renderVersions({ name: '@a/b', versions: [], latest: undefined, lifecycle }, 9);
  assert.deepEqual(numbersIn(text), ['2.0.0', '1.0.0']);
});
