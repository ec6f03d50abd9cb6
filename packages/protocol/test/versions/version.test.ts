// Semantic Versioning 2.0.0: the grammar and the order, compared with an independent implementation.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CODE_POINT, fc } from '@prime-registry/testkit/properties';
import semver from 'semver';
import {
  compareVersions,
  isPrerelease,
  isVersion,
  MAX_VERSION_LENGTH,
  parseVersion,
  precedenceKey,
  VERSION_PATTERN,
  type Version,
} from '../../src/versions/version.ts';
import { hugeNumbers, safeVersions } from '../arbitraries.ts';
import { assertSentence } from '../sentence.ts';

function version(text: string): Version {
  const parsed = parseVersion(text);
  assert.ok(parsed.ok, `refused ${text}`);
  return parsed.value;
}

/** As a schema reads it, which says nothing of the length. */
const PATTERN = new RegExp(`^(?:${VERSION_PATTERN})$`);

describe('the grammar', () => {
  for (const text of [
    '0.0.0',
    '1.4.0',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-0.3.7',
    '1.0.0-x.7.z.92',
    '1.0.0--',
    '1.0.0-0a',
    '1.0.0+001',
    '1.0.0-beta+exp.sha.5114f85',
    '99999999999999999999.0.0',
    `1.0.0-${'a'.repeat(122)}`,
  ]) {
    test(`accepts ${text.slice(0, 40)}`, () => {
      assert.equal(version(text).full, text);
      assert.ok(isVersion(text));
      assert.match(text, PATTERN);
    });
  }

  const refused: readonly (readonly [text: string, why: RegExp])[] = [
    ['', /use three numbers/],
    ['v1.0.0', /leave out the 'v': '1\.0\.0'/],
    ['V1.0.0', /leave out the 'V'/],
    ['=1.0.0', /leave out the '='/],
    ['1', /such as '1\.0\.0'/],
    ['10', /such as '10\.0\.0'/],
    ['1.10', /such as '1\.10\.0'/],
    ['10.100', /such as '10\.100\.0'/],
    ['1.0.0.0', /use three numbers/],
    ['latest', /use three numbers/],
    ['^1.0.0', /use three numbers/],
    ['^1.0.0-v1', /use three numbers/],
    ['release-1.02.0', /use three numbers/],
    ['01.0.0', /may not begin with a zero/],
    ['1.02.0', /may not begin with a zero/],
    ['1.0.00', /may not begin with a zero/],
    ['1.0.001', /may not begin with a zero/],
    ['1.0.0-01', /may not begin with a zero/],
    ['1.0.0-a.01+b', /may not begin with a zero/],
    ['1.0.0-a-01_', /use three numbers/],
    ['1.0.0+01_', /use three numbers/],
    ['1.0.0+b_.01', /use three numbers/],
    ['1.0.0-', /use three numbers/],
    ['1.0.0-a..b', /use three numbers/],
    ['1.0.0+', /use three numbers/],
    ['1.0.0+a+b', /use three numbers/],
    ['1.0.0-é', /use three numbers/],
    ['-1.0.0', /use three numbers/],
    [' 1.0.0', /use three numbers/],
    ['1.0.0\n', /use three numbers/],
    ['1.0.0\0', /use three numbers/],
    ['１.0.0', /use three numbers/],
    [`1.0.0-${'a'.repeat(123)}`, /at most 128 characters/],
    ['1'.repeat(300_000), /at most 128 characters/],
  ];
  for (const [text, why] of refused) {
    test(`refuses ${JSON.stringify(text).slice(0, 40)}`, () => {
      const parsed = parseVersion(text);
      assert.ok(!parsed.ok);
      assert.match(parsed.message, why);
      assertSentence(parsed.message);
      assert.equal(isVersion(text), false);
      if (text.length <= MAX_VERSION_LENGTH) assert.doesNotMatch(text, PATTERN);
    });
  }

  test('is that of the reference implementation', () => {
    const unit = fc.constantFrom(...'0019aZ..--+');
    const nearMisses = fc.tuple(
      fc.constantFrom('', '1.0.', '1.0.0', '1.0.0-', '1.0.0+'),
      fc.string({ unit, maxLength: 12, size: 'max' }),
    );
    fc.assert(
      fc.property(
        nearMisses.map((parts) => parts.join('')),
        (text) => {
          assert.equal(isVersion(text), semver.valid(text) !== null, text);
        },
      ),
    );
  });

  test('accepts any text, or refuses it in one sentence', () => {
    fc.assert(
      fc.property(fc.string({ unit: CODE_POINT, maxLength: 200, size: 'max' }), (text) => {
        const parsed = parseVersion(text);
        assert.equal(parsed.ok, isVersion(text));
        if (!parsed.ok) assertSentence(parsed.message);
      }),
    );
  });
});

describe('the parts', () => {
  test('are the numbers, the prerelease and an identity without build metadata', () => {
    assert.deepEqual(version('1.22.3-rc.1+build.7'), {
      full: '1.22.3-rc.1+build.7',
      identity: '1.22.3-rc.1',
      numbers: ['1', '22', '3'],
      prerelease: ['rc', '1'],
    });
  });

  test('distinguish a prerelease from a stable version', () => {
    assert.equal(isPrerelease(version('1.0.0-0')), true);
    assert.equal(isPrerelease(version('1.0.0')), false);
    assert.equal(isPrerelease(version('1.0.0+a-b')), false);
  });
});

describe('precedence', () => {
  const ascending = [
    '0.0.0-0',
    '0.0.0',
    '0.9.0',
    '0.10.0',
    `1.0.0-${'9'.repeat(40)}`,
    '1.0.0--',
    '1.0.0-0a',
    '1.0.0-Z',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-alpha-1',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.1-0',
    '1.2.0',
    '1.10.0',
    '2.0.0',
    '10.0.0',
    '9007199254740992.0.0',
    '9007199254740993.0.0',
    '99999999999999999999999999999999999.0.0',
  ];

  test('sorts every version before all later ones in this list', () => {
    for (const [index, lower] of ascending.entries()) {
      for (const higher of ascending.slice(index + 1)) {
        assert.ok(compareVersions(version(lower), version(higher)) < 0, `${lower} < ${higher}`);
        assert.ok(compareVersions(version(higher), version(lower)) > 0, `${higher} > ${lower}`);
      }
    }
  });

  test('ignores build metadata', () => {
    for (const other of ['1.0.0+a', '1.0.0+b.1', '1.0.0']) {
      assert.equal(compareVersions(version('1.0.0'), version(other)), 0);
      assert.equal(version(other).identity, '1.0.0');
    }
  });

  test('is that of the reference implementation, by comparison and by key', () => {
    fc.assert(
      fc.property(safeVersions, safeVersions, (a, b) => {
        const expected = semver.compare(a, b);
        assert.equal(Math.sign(compareVersions(version(a), version(b))), expected);
        const [keyA, keyB] = [precedenceKey(version(a)), precedenceKey(version(b))];
        // As bytes, because databases compare the keys as bytes.
        assert.equal(Buffer.compare(Buffer.from(keyA), Buffer.from(keyB)), expected);
      }),
    );
  });

  test('compares numbers of any length exactly', () => {
    fc.assert(
      fc.property(
        hugeNumbers,
        hugeNumbers,
        fc.constantFrom('N.0.0', '0.N.0', '0.0.N', '0.0.0-N', '0.0.0-a.N'),
        (a, b, shape) => {
          const expected = BigInt(a) < BigInt(b) ? -1 : BigInt(a) > BigInt(b) ? 1 : 0;
          const [left, right] = [version(shape.replace('N', a)), version(shape.replace('N', b))];
          assert.equal(Math.sign(compareVersions(left, right)), expected);
        },
      ),
    );
    const [longer, greaterByText] = [`1${'0'.repeat(123)}`, '9'.repeat(123)];
    assert.ok(compareVersions(version(`${longer}.0.0`), version(`${greaterByText}.0.0`)) > 0);
  });

  test('is equal only for versions with the same identity', () => {
    fc.assert(
      fc.property(safeVersions, safeVersions, (a, b) => {
        const same = version(a).identity === version(b).identity;
        assert.equal(compareVersions(version(a), version(b)) === 0, same);
        assert.equal(compareVersions(version(a), version(a)), 0);
      }),
    );
  });

  test('has keys that are plain printable ASCII', () => {
    fc.assert(
      fc.property(safeVersions, (text) => assert.match(precedenceKey(version(text)), /^[\x21-\x7e]+$/)),
    );
  });
});
