// Each answer is read field by field: what the contract names must be there and right, what it does not name is left out.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { ShapeError, type ShapeReader } from '../../src/shapes/fields.ts';
import { primeListReader } from '../../src/shapes/prime-list.ts';
import { readPublishReceipt } from '../../src/shapes/publish-receipt.ts';
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
  /** The least that is right: every field is needed. */
  readonly least: Readonly<Record<string, unknown>>;
  /** Fields that may be there, with a value that is wrong for each. */
  readonly optional: Readonly<Record<string, readonly [right: unknown, wrong: unknown]>>;
}

const SHAPES: Record<string, Shape> = {
  'a list of versions': {
    read: versionListReader(NAME),
    least: VERSION_LIST,
    optional: { origin: ['https://a.example', 1] },
  },
  'an entry of it': {
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
  'an entry of that': {
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

for (const [what, { read, least, optional }] of Object.entries(SHAPES)) {
  describe(what, () => {
    it('is read as it is', () => assert.deepEqual(read(least), least));

    for (const field of Object.keys(least).filter((name) => name !== 'yanked')) {
      it(`needs its '${field}', of the right type`, () => {
        const { [field]: _, ...rest } = least;
        assert.throws(() => read(rest), ShapeError);
        for (const wrong of [null, {}, true, Number.NaN]) {
          assert.throws(() => read({ ...least, [field]: wrong }), ShapeError);
        }
      });
    }

    for (const [field, [right, wrong]] of Object.entries(optional)) {
      it(`may have a '${field}', which is right or is refused`, () => {
        assert.deepEqual(read({ ...least, [field]: right }), { ...least, [field]: right });
        assert.deepEqual(read({ ...least, [field]: null }), least);
        assert.throws(() => read({ ...least, [field]: wrong }), ShapeError);
      });
    }

    it('has nothing else in it', () => {
      const text = JSON.stringify({ ...least, extra: 1 }).replace('{', '{"__proto__":{"polluted":true},');
      const value = read(JSON.parse(text));
      assert.deepEqual(value, least);
      assert.ok(typeof value === 'object' && value !== null && !('polluted' in value));
    });

    it('is read or refused, whatever comes', () => {
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

  it('are in ascending precedence, whatever their order was', () => {
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

  it('are left out when they are none', () => {
    const { versions, latest } = read(['1.0', 'v1.0.0', '1.0.0', '', '01.0.0', '2021-01-01'], '2021-01-01');
    assert.deepEqual(
      versions.map(({ version }) => version),
      ['1.0.0'],
    );
    assert.equal(latest, '');
  });

  it('may be none, as when all are yanked', () => assert.deepEqual(read([]).versions, []));
});

describe('what could not be asked for', () => {
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
  it('may be in upper case, which the contract leaves open', () => {
    assert.equal(readPublishReceipt({ ...RECEIPT, sha256: 'AB'.repeat(32) }).sha256, 'ab'.repeat(32));
  });
});

describe('a receipt of a yank', () => {
  const read = yankReceiptReader(NAME, '1.0.0');
  const receipt = { name: NAME, version: '1.0.0', yanked: true };

  it('needs nothing in it', () => assert.deepEqual(read({}), receipt));

  it('tells since when', () => {
    assert.deepEqual(read({ ...receipt, yanked_at: 'then' }), { ...receipt, yanked_at: 'then' });
  });

  it('is about what was yanked', () => {
    for (const change of [{ name: '@acme/other' }, { version: '2.0.0' }, { name: 1 }, { yanked_at: 1 }]) {
      assert.throws(() => read({ ...receipt, ...change }), ShapeError);
    }
  });
});
