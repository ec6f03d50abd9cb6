// The fields of each answer: those of the contract must be there and valid, unknown ones are dropped.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { primeListReader } from '../../src/shapes/prime-list.ts';
import { readPublishReceipt } from '../../src/shapes/publish-receipt.ts';
import { ShapeError, type ShapeReader } from '../../src/shapes/read-shape.ts';
import { readSearchResults } from '../../src/shapes/search-results.ts';
import { readTokenIdentity } from '../../src/shapes/token-identity.ts';
import { versionListReader } from '../../src/shapes/version-list.ts';
import { versionManifestReader } from '../../src/shapes/version-manifest.ts';
import { yankReceiptReader } from '../../src/shapes/yank-receipt.ts';
import { NAME } from '../test-client.ts';
import { MANIFEST, RECEIPT, VERSION_LIST } from '../wire-answers.ts';

const RESULT = { name: NAME, version: '1.0.0', description: 'Rules', score: 0.5 };
const IDENTITY = { name: 'ci', permissions: ['publish'], scopes: ['@acme'] };
const [ENTRY] = VERSION_LIST.versions;

interface Shape {
  readonly read: ShapeReader<unknown>;
  /** A minimal answer: every field is required. */
  readonly least: Readonly<Record<string, unknown>>;
  /** Optional fields, each with a valid and an invalid value. */
  readonly optional: Readonly<Record<string, readonly [right: unknown, wrong: unknown]>>;
}

const SHAPES: Record<string, Shape> = {
  'a list of versions': {
    read: versionListReader(NAME),
    least: VERSION_LIST,
    optional: { origin: ['https://a.example', 1] },
  },
  'an entry of a list of versions': {
    read: (entry) => versionListReader(NAME)({ ...VERSION_LIST, versions: [entry] }).versions[0],
    least: { ...ENTRY },
    optional: { yanked: [true, 'yes'] },
  },
  'a manifest': {
    read: versionManifestReader(NAME, '1.0.0'),
    least: { ...MANIFEST, yanked: false },
    optional: {
      yanked: [true, 1],
      published_at: ['2026-11-21T09:30:00Z', 5],
      size_bytes: [7, -1],
      yanked_at: ['2026-11-21T09:30:00Z', {}],
      yank_reason: ['broken', ['broken']],
      origin: ['https://a.example', {}],
    },
  },
  'search results': {
    read: readSearchResults,
    least: { results: [RESULT] },
    optional: { total: [9, 1.5], incomplete: [['https://a.example'], 'https://a.example'] },
  },
  'a list of Primes': {
    read: primeListReader(),
    least: { primes: [{ name: NAME, latest: '1.0.0', versions: 2 }] },
    optional: { next: [NAME, '@acme/a'] },
  },
  'an entry of a list of Primes': {
    read: (entry) => primeListReader()({ primes: [entry] }).primes[0],
    least: { name: NAME, latest: '1.0.0', versions: 2 },
    optional: { origin: ['https://registry.example', 7] },
  },
  'a search result': {
    read: (result) => readSearchResults({ results: [result] }).results[0],
    least: RESULT,
    optional: { origin: ['https://a.example', true] },
  },
  'a receipt of a publish': { read: readPublishReceipt, least: RECEIPT, optional: {} },
  'an identity': {
    read: readTokenIdentity,
    least: IDENTITY,
    optional: { expires_at: ['2027-01-01T00:00:00Z', 1] },
  },
};

describe('the corrections of a search', () => {
  const read = (corrected: unknown) => readSearchResults({ results: [RESULT], corrected }).corrected;
  const correction = { from: 'cachng', to: 'caching' };

  it('are read, without those that are malformed', () => {
    assert.deepEqual(read([correction, { from: 'x' }, null, 'x']), [correction]);
    for (const none of [undefined, null, [], 'x', {}, [{ to: 1 }]]) assert.equal(read(none), undefined);
  });

  it('are as many as a query can have', () => {
    assert.equal(read(Array.from({ length: 1000 }, () => correction))?.length, 16);
  });
});

for (const [what, { read, least, optional }] of Object.entries(SHAPES)) {
  describe(what, () => {
    it('is accepted', () => assert.deepEqual(read(least), least));

    for (const field of Object.keys(least).filter((name) => name !== 'yanked')) {
      it(`requires '${field}' of the right type`, () => {
        const { [field]: _, ...rest } = least;
        assert.throws(() => read(rest), ShapeError);
        for (const wrong of [null, {}, true, Number.NaN]) {
          assert.throws(() => read({ ...least, [field]: wrong }), ShapeError);
        }
      });
    }

    for (const [field, [right, wrong]] of Object.entries(optional)) {
      it(`may have a valid '${field}'`, () => {
        assert.deepEqual(read({ ...least, [field]: right }), { ...least, [field]: right });
        assert.deepEqual(read({ ...least, [field]: null }), least);
        assert.throws(() => read({ ...least, [field]: wrong }), ShapeError);
      });
    }

    it('has no unknown fields', () => {
      const text = JSON.stringify({ ...least, extra: 1 }).replace('{', '{"__proto__":{"polluted":true},');
      const value = read(JSON.parse(text));
      assert.deepEqual(value, least);
      assert.ok(typeof value === 'object' && value !== null && !('polluted' in value));
    });

    it('is read or refused for any input', () => {
      const noise = fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.constant(Number.NaN));
      const fields = fc.constantFrom(...Object.keys(least), ...Object.keys(optional));
      fc.assert(
        fc.property(fields, noise, (field, value) => {
          try {
            read({ ...least, [field]: value });
          } catch (error) {
            assert.ok(error instanceof ShapeError);
          }
        }),
      );
      fc.assert(fc.property(fc.jsonValue(), (body) => assert.throws(() => read(body), ShapeError)));
    });
  });
}

describe('the versions of a list', () => {
  const read = (versions: readonly string[], latest = '') =>
    versionListReader(NAME)({
      name: NAME,
      latest,
      versions: versions.map((version) => ({ version, published_at: 'then' })),
    });

  it('are in ascending precedence for any order', () => {
    const inOrder = [
      '0.9.0',
      '1.0.0-alpha',
      '1.0.0-alpha.2',
      '1.0.0-alpha.10',
      '1.0.0',
      '1.2.0',
      '1.10.0',
      '10.0.0',
    ];
    const shuffled = fc.shuffledSubarray(inOrder, { minLength: inOrder.length });
    fc.assert(
      fc.property(shuffled, (versions) => {
        assert.deepEqual(
          read(versions).versions.map(({ version }) => version),
          inOrder,
        );
      }),
    );
  });

  it('are left out when malformed', () => {
    const { versions, latest } = read(['1.0', 'v1.0.0', '1.0.0', '', '01.0.0', '2021-01-01'], '2021-01-01');
    assert.deepEqual(
      versions.map(({ version }) => version),
      ['1.0.0'],
    );
    assert.equal(latest, '');
  });

  it('may be an empty list, when all are yanked', () => assert.deepEqual(read([]).versions, []));
});

describe('a malformed name or version', () => {
  it('is left out of search results', () => {
    const others = [{ name: '../../x' }, { name: '@acme' }, { version: 'latest' }].map((change) => ({
      ...RESULT,
      ...change,
    }));
    assert.deepEqual(readSearchResults({ results: [...others, RESULT] }).results, [RESULT]);
  });

  it('is refused in a receipt', () => {
    for (const change of [{ name: '../x' }, { version: '1' }, { sha256: 'abc' }]) {
      assert.throws(() => readPublishReceipt({ ...RECEIPT, ...change }), ShapeError);
    }
  });
});

describe('a digest', () => {
  it('may be in upper case, because the contract leaves that open', () => {
    assert.equal(readPublishReceipt({ ...RECEIPT, sha256: 'AB'.repeat(32) }).sha256, 'ab'.repeat(32));
  });
});

describe('a receipt of a yank', () => {
  const read = yankReceiptReader(NAME, '1.0.0');
  const receipt = { name: NAME, version: '1.0.0', yanked: true };

  it('requires no field', () => assert.deepEqual(read({}), receipt));

  it('may have the time', () => {
    assert.deepEqual(read({ ...receipt, yanked_at: 'then' }), { ...receipt, yanked_at: 'then' });
  });

  it('must be about the yanked version', () => {
    for (const change of [{ name: '@acme/other' }, { version: '2.0.0' }, { name: 1 }, { yanked_at: 1 }]) {
      assert.throws(() => read({ ...receipt, ...change }), ShapeError);
    }
  });
});
