// The search for broken links finds them; nothing else would notice if it did not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBrokenLinks } from './markdown-links.ts';

const documents = new Map([
  ['', '# A title, with `code`!\n\n```sh\n# no heading\n```\n'],
  ['other.md', '## Second part\n'],
  ['picture.png', ''],
]);
const broken = (text: string): string[] =>
  findBrokenLinks(text, {
    exists: (path) => documents.has(path),
    read: (path) => documents.get(path) ?? '',
  });

test('links to existing files and headings are not broken', () => {
  const good = [
    'other.md',
    'other.md#second-part',
    'picture.png#x',
    '#a-title-with-code',
    'https://a.example/b',
  ];
  assert.deepEqual(broken(good.map((target) => `[text](${target})`).join(' and ')), []);
});

test('links to missing files and headings are', () => {
  const bad = ['none.md', 'other.md#third-part', '#no-heading', 'none.md#second-part'];
  assert.deepEqual(broken(bad.map((target) => `[text](${target})`).join(' and ')), bad);
});

test('what looks like a link in code is not one', () => {
  assert.deepEqual(broken('`[a](b.md)`\n\n```ts\ntext[0](c.md)\n```\n'), []);
});
