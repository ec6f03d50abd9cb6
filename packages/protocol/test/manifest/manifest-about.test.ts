// What a pack.yaml says for people: only what is well-formed, bounded, and leads to https addresses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readManifestAbout } from '../../src/manifest/manifest-about.ts';
import { utf8 } from './manifest-text.ts';

const NOTHING = { tags: [], homepage: undefined, repository: undefined, maintainers: [], sources: [] };

test('texts, lists and mappings are read', () => {
  const about = readManifestAbout(
    utf8(`
homepage: https://example.org/style
repository: { type: git, url: "git+https://example.org/style.git" }
maintainers:
  - editors
  - Ada <ada@example.org> (https://example.org/ada)
  - { name: Grace, email: grace@example.org, url: "https://example.org/grace" }
sources:
  - title: A guide
    url: https://example.org/guide
    license: MIT
  - A book
tags: [style, 'two words', 3]
`),
  );
  assert.deepEqual(about, {
    tags: ['style', 'two words', '3'],
    homepage: 'https://example.org/style',
    repository: 'https://example.org/style.git',
    maintainers: [
      { name: 'editors', url: undefined },
      { name: 'Ada', url: 'https://example.org/ada' },
      { name: 'Grace', url: 'https://example.org/grace' },
    ],
    sources: [
      { title: 'A guide', url: 'https://example.org/guide', license: 'MIT' },
      { title: 'A book', url: undefined, license: undefined },
    ],
  });
});

test('addresses that are not https, or have a password, are left out', () => {
  for (const url of [
    'javascript:alert(1)',
    'http://example.org',
    '//example.org',
    'https://a:b@example.org',
    '/x',
    'no',
  ]) {
    const text = `homepage: ${JSON.stringify(url)}\nrepository: { url: ${JSON.stringify(url)} }\nmaintainers: [{ name: A, url: ${JSON.stringify(url)} }]`;
    const { homepage, repository, maintainers } = readManifestAbout(utf8(text));
    assert.deepEqual(
      [homepage, repository, maintainers],
      [undefined, undefined, [{ name: 'A', url: undefined }]],
    );
  }
});

test('other forms say nothing, and much is bounded', () => {
  assert.deepEqual(readManifestAbout(utf8('homepage: [\n')), NOTHING);
  assert.deepEqual(readManifestAbout(utf8('[1, 2]')), NOTHING);
  assert.deepEqual(
    readManifestAbout(utf8('homepage:\nrepository: []\nmaintainers: {}\nsources: [{}]\ntags: [[], {}]')),
    NOTHING,
  );
  const many = readManifestAbout(
    utf8(`tags: [${Array.from({ length: 200 }, () => 'x'.repeat(1000)).join()}]`),
  );
  assert.equal(many.tags.length, 50);
  assert.equal(many.tags[0]?.length, 300);
});
