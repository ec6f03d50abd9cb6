// What happened to a version after its publish: foreign registries may lack these fields, or send nonsense there,
// and the rest of an answer is read nevertheless.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { lifecycleReader } from '../../src/shapes/lifecycle.ts';
import { ShapeError } from '../../src/shapes/read-shape.ts';
import { readSearchResults } from '../../src/shapes/search-results.ts';
import { versionListReader } from '../../src/shapes/version-list.ts';
import { versionManifestReader } from '../../src/shapes/version-manifest.ts';
import { removalReceiptReader, unyankReceiptReader } from '../../src/shapes/yank-receipt.ts';
import { NAME } from '../test-client.ts';
import { MANIFEST, VERSION_LIST } from '../wire-answers.ts';

const SINCE = '2026-11-21T09:30:00Z';
const SUCCESSOR = { name: '@acme/design', range: '^2', registry: 'https://b.example' };
const LIFE = {
  channels: [{ channel: 'beta', version: '1.0.0', since: SINCE }],
  deprecations: [{ range: '<2', message: 'Old', successor: SUCCESSOR, since: SINCE }],
  moved_to: '@acme/design',
  removed: [{ version: '0.9.0', category: 'secret', reason: 'A key', removed_at: SINCE }],
};
const ADDED = {
  deprecated: { message: 'Old', successor: SUCCESSOR },
  moved_to: '@acme/design',
  promoted_from: { registry: 'https://a.example', published_at: SINCE },
};

const readList = versionListReader(NAME);
const readManifest = versionManifestReader(NAME, '1.0.0');
const PLAIN = { ...MANIFEST, yanked: false };

describe('the additions of a list of versions', () => {
  it('are read', () =>
    assert.deepEqual(readList({ ...VERSION_LIST, ...LIFE }), { ...VERSION_LIST, ...LIFE }));

  it('mark deprecated versions, and nothing but true does', () => {
    const marked = (deprecated: unknown) =>
      readList({ ...VERSION_LIST, versions: [{ ...VERSION_LIST.versions[0], deprecated }] }).versions;
    assert.deepEqual(marked(true), [{ ...VERSION_LIST.versions[0], deprecated: true }]);
    for (const wrong of [false, 'yes', null, {}]) assert.deepEqual(marked(wrong), [VERSION_LIST.versions[0]]);
  });

  it('are left out one by one when malformed', () => {
    const [channel] = LIFE.channels;
    const [deprecation] = LIFE.deprecations;
    const { successor: _, ...alone } = deprecation ?? { successor: 0 };
    const list = readList({
      ...VERSION_LIST,
      channels: [{ ...channel, channel: '1.x' }, channel, { ...channel, version: 'newest' }, 7],
      deprecations: [
        { ...deprecation, range: 'beta' },
        { ...deprecation, successor: { ...SUCCESSOR, registry: 'javascript:alert(1)' } },
        { ...deprecation, message: 7 },
      ],
      moved_to: '../../etc',
      removed: [{ version: '0.9.0', category: 'boredom', removed_at: SINCE }],
    });
    assert.deepEqual(list, { ...VERSION_LIST, channels: [channel], deprecations: [alone] });
  });

  it('are bounded, however many there are', () => {
    const deprecations = Array.from({ length: 10_000 }, () => LIFE.deprecations[0]);
    assert.equal(readList({ ...VERSION_LIST, deprecations }).deprecations?.length, 50);
  });

  it('never make the list unreadable', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(LIFE)), fc.jsonValue(), (field, value) => {
        assert.deepEqual(readList({ ...VERSION_LIST, [field]: value }).versions, VERSION_LIST.versions);
      }),
    );
  });
});

describe('the additions of a manifest', () => {
  it('are read', () => assert.deepEqual(readManifest({ ...PLAIN, ...ADDED }), { ...PLAIN, ...ADDED }));

  it('are left out when malformed, a successor as a whole', () => {
    const wrong = { deprecated: 'yes', moved_to: ['@acme/design'], promoted_from: { registry: 1 } };
    assert.deepEqual(readManifest({ ...PLAIN, ...wrong }), PLAIN);
    for (const change of [
      { name: 'design' },
      { range: 'not a range' },
      { registry: 'https://me:pw@b.example' },
    ]) {
      const deprecated = { message: 'Old', successor: { ...SUCCESSOR, ...change } };
      assert.deepEqual(readManifest({ ...PLAIN, deprecated }).deprecated, { message: 'Old' });
    }
  });

  it('never make the manifest unreadable', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(ADDED)), fc.jsonValue(), (field, value) => {
        assert.equal(readManifest({ ...PLAIN, [field]: value }).sha256, PLAIN.sha256);
      }),
    );
  });
});

it('a search result may be marked as deprecated', () => {
  const result = { name: NAME, version: '1.0.0', description: 'Rules', score: 0.5 };
  const read = (deprecated: unknown) => readSearchResults({ results: [{ ...result, deprecated }] }).results;
  assert.deepEqual(read(true), [{ ...result, deprecated: true }]);
  assert.deepEqual(read('yes'), [result]);
});

it('requirements are in manifests, lists and search results; malformed ones are left out as a whole', () => {
  const result = { name: NAME, version: '1.0.0', description: 'Rules', score: 0.5 };
  const [version] = VERSION_LIST.versions;
  const readAll = (requires: unknown) => [
    readManifest({ ...PLAIN, requires }).requires,
    readList({ ...VERSION_LIST, versions: [{ ...version, requires }] }).versions[0]?.requires,
    readSearchResults({ results: [{ ...result, requires }] }).results[0]?.requires,
  ];
  const requires = { '@acme/core': '^1.2' };
  assert.deepEqual(readAll(requires), [requires, requires, requires]);
  for (const wrong of [{ ...requires, '@acme/css': 'latest' }, { core: '^1' }, { '@acme/core': 1 }, [], 'x'])
    assert.deepEqual(readAll(wrong), [undefined, undefined, undefined]);
});

describe('an answer to a change', () => {
  it('must be about the Prime', () => {
    assert.deepEqual(lifecycleReader(NAME)({ name: NAME, ...LIFE }), { name: NAME, ...LIFE });
    assert.throws(() => lifecycleReader(NAME)({ name: '@acme/other' }), ShapeError);
    assert.throws(() => lifecycleReader(NAME)({}), ShapeError);
  });

  it('of an unyank must say that the version is not yanked', () => {
    const receipt = { name: NAME, version: '1.0.0', yanked: false };
    const read = unyankReceiptReader(NAME, '1.0.0');
    assert.deepEqual(read(receipt), receipt);
    for (const change of [{ yanked: true }, { version: '2.0.0' }, { name: '@acme/other' }])
      assert.throws(() => read({ ...receipt, ...change }), ShapeError);
  });

  it('of a removal must be about the version', () => {
    const receipt = { name: NAME, version: '1.0.0', category: 'law', removed_at: SINCE };
    const read = removalReceiptReader(NAME, '1.0.0');
    assert.deepEqual(read(receipt), receipt);
    for (const change of [{ category: 'boredom' }, { version: '2.0.0' }])
      assert.throws(() => read({ ...receipt, ...change }), ShapeError);
  });
});
