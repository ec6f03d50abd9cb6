// The versions of a Prime: each is compared with the next older one that is not yanked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderVersions } from '../../src/parts/prime/version-table.ts';

const version = (number: number, yanked = false) => ({
  version: `1.${number}.0`,
  publishedAtMs: 0,
  sizeBytes: 1,
  atoms: 1,
  yanked,
});
const changesIn = (text: string): string[] =>
  [...text.matchAll(/\/diff\/([^"]*)"/g)].map(([, range]) => range ?? '');

test('the comparison is with the next older version that is not yanked, shown or not', () => {
  const versions = [version(5), version(4, true), version(3), version(2, true), version(1), version(0)];
  const table = { name: '@a/b', versions, latest: '1.5.0' };
  assert.deepEqual(changesIn(renderVersions(table, 4).text), [
    '1.3.0...1.5.0',
    '1.3.0...1.4.0',
    '1.1.0...1.3.0',
    '1.1.0...1.2.0',
  ]);
  assert.deepEqual(changesIn(renderVersions(table, 9).text).slice(4), ['1.0.0...1.1.0']);
});

test('versions are sorted, and the latest and the yanked ones are marked', () => {
  const { text } = renderVersions(
    { name: '@a/b', versions: [version(1, true), version(0)], latest: '1.0.0' },
    9,
  );
  assert.match(
    text,
    />1\.1\.0<\/a>\n<span class="tag yanked">yanked<\/span>.*>1\.0\.0<\/a>\n<span class="tag latest">latest</s,
  );
});
