// Ranges, compared with the reference implementation; a rejection says what would be correct.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CODE_POINT, fc } from '@prime-registry/testkit/properties';
import { rangeOf, ranges, versions } from '@prime-registry/testkit/ranges';
import semver from 'semver';
import { MAX_RANGE_LENGTH, parseRange } from '../../src/index.ts';

const HUGE = '99999999999999999999';

describe('a range', () => {
  const rows: readonly (readonly [range: string, matches: readonly string[], not: readonly string[]])[] = [
    ['^1.0', ['1.0.0', '1.9.9', '1.2.3+build'], ['0.9.9', '2.0.0', '1.2.0-beta', '2.0.0-0']],
    ['^0.2.3', ['0.2.3', '0.2.9'], ['0.3.0', '0.2.2']],
    ['~1.2', ['1.2.0', '1.2.9'], ['1.3.0', '1.1.9']],
    ['1.x', ['1.0.0', '1.99.0'], ['2.0.0', '0.1.0']],
    ['1', ['1.0.0', '1.99.0'], ['2.0.0']],
    ['*', ['0.0.0', '7.1.0'], ['1.0.0-beta']],
    ['>=1 <2', ['1.0.0', '1.5.0'], ['2.0.0', '0.9.0']],
    ['1 || 3', ['1.5.0', '3.0.0'], ['2.0.0']],
    ['1.2 - 2.3', ['1.2.0', '2.3.9'], ['1.1.9', '2.4.0']],
    ['^1.2.0-beta.2', ['1.2.0-beta.2', '1.2.0-rc.1', '1.2.0', '1.9.0'], ['1.2.0-beta.1', '1.3.0-beta.3']],
    ['  >=1\t <2\n', ['1.5.0'], ['2.0.0']],
    ['>=1.0.0-rev1 <2', ['1.0.0-rev2', '1.5.0'], ['1.0.0-rev0', '2.0.0']],
  ];
  for (const [text, matching, others] of rows) {
    test(`${JSON.stringify(text)} matches the same versions as in npm`, () => {
      const range = rangeOf(text);
      assert.equal(range.kind, 'range');
      for (const version of matching) assert.ok(range.matches(version), `${text} has ${version}`);
      for (const version of others) assert.ok(!range.matches(version), `${text} has not ${version}`);
    });
  }

  test('never matches a version with too large numbers, and never throws', () => {
    for (const version of [`${HUGE}.0.0`, `1.${HUGE}.0`, 'v1.0.0', '=1.0.0', ' 1.0.0', '1.0', '', 'latest']) {
      for (const text of ['*', '>=0', '^1.0']) assert.equal(rangeOf(text).matches(version), false, version);
    }
  });

  test('has its text with single spaces, safe to show', () => {
    assert.equal(rangeOf('  >=1.0\t\n <2 ').text, '>=1.0 <2');
  });

  test('matches the same versions as the reference implementation', () => {
    fc.assert(
      fc.property(ranges, versions, (text, version) => {
        const parsed = parseRange(text);
        const expected = semver.validRange(text) !== null;
        assert.equal(parsed.ok, expected, text);
        if (parsed.ok) assert.equal(parsed.value.matches(version), semver.satisfies(version, text), text);
      }),
    );
  });
});

describe('an exact version', () => {
  test('matches only itself, with any build metadata', () => {
    const range = rangeOf('1.2.3');
    assert.equal(range.kind, 'exact');
    assert.ok(range.matches('1.2.3') && range.matches('1.2.3+build.7'));
    assert.ok(rangeOf('1.2.3+a').matches('1.2.3+b'));
    for (const other of ['1.2.4', '1.2.3-beta', '1.2', 'x']) assert.ok(!range.matches(other), other);
  });

  test('may have numbers of any length', () => {
    const range = rangeOf(`${HUGE}.0.1`);
    assert.equal(range.kind, 'exact');
    assert.ok(range.matches(`${HUGE}.0.1`));
    assert.ok(!range.matches('99999999999999999998.0.1'));
  });

  test('may be a prerelease, or have an equals sign', () => {
    assert.ok(rangeOf('1.0.0-beta.1').matches('1.0.0-beta.1'));
    assert.deepEqual(
      ['=1.2.3', '= 1.2.3', ' 1.2.3 '].map((text) => [rangeOf(text).kind, rangeOf(text).text]),
      Array(3).fill(['exact', '1.2.3']),
    );
  });
});

describe('latest', () => {
  test('is a separate kind that matches any version', () => {
    const range = rangeOf(' latest ');
    assert.deepEqual([range.kind, range.text], ['latest', 'latest']);
    for (const version of ['1.0.0', '1.0.0-beta', `${HUGE}.0.0`]) assert.ok(range.matches(version));
    assert.ok(!range.matches('latest'));
  });
});

describe('a malformed range', () => {
  const refused: readonly (readonly [text: string, why: RegExp])[] = [
    [
      '',
      /it is empty; use 'latest', a channel such as 'beta', a version such as '1\.4\.0', or a range such as '\^1\.2'/,
    ],
    ['   ', /it is empty/],
    ['Latest', /no channel can have this name/],
    ['next_7', /no channel can have this name/],
    ['v1.2.3', /leave out the 'v'/],
    ['^v1.2', /leave out the 'v'/],
    ['>=1 <v2', /leave out the 'v'/],
    ['1 - v2', /leave out the 'v'/],
    ['^1 ||', /nothing on one side of a '\|\|'/],
    ['||', /nothing on one side of a '\|\|'/],
    ['1 || || 2', /nothing on one side of a '\|\|'/],
    [`^${HUGE}.0.0`, /must be below 9007199254740991; for a larger one, use an exact version/],
    ['^9007199254740991', /must be below 9007199254740991/],
    ['1.2.3.4', /use 'latest', a channel such as 'beta', a version/],
    ['1.=0.0', /use 'latest', a channel such as 'beta', a version/],
    ['>=1 beta', /is not a version range; use 'latest', a channel such as 'beta', a version/],
    ['beta <2', /is not a version range; use 'latest', a channel such as 'beta', a version/],
    ['01.2', /use 'latest', a channel such as 'beta', a version/],
    ['^', /use 'latest', a channel such as 'beta', a version/],
    ['latest || 1', /use 'latest', a channel such as 'beta', a version/],
    ['../../etc', /use 'latest', a channel such as 'beta', a version/],
    ['1.0.0\0', /'1\.0\.0\\u\{0\}' is not a version range/],
    ['1'.repeat(MAX_RANGE_LENGTH + 1), /at most 256 characters/],
    [' '.repeat(1_000_000), /at most 256 characters/],
  ];
  for (const [text, why] of refused) {
    test(`${JSON.stringify(text).slice(0, 40)} is refused with a correction`, () => {
      const parsed = parseRange(text);
      assert.ok(!parsed.ok);
      assert.match(parsed.message, why);
    });
  }

  test('a range may be as long as the limit', () => {
    const text = `1${' '.repeat(MAX_RANGE_LENGTH - 2)}2`;
    assert.ok(parseRange(text).ok);
  });

  test('any text is accepted, or refused in one printable sentence', () => {
    const characters = fc.oneof(
      fc.constantFrom(...'0129.x*^~<>=|- -av\n\0'),
      fc.string({ unit: CODE_POINT, maxLength: 1 }),
    );
    fc.assert(
      fc.property(fc.string({ unit: characters, maxLength: 300, size: 'max' }), (text) => {
        const parsed = parseRange(text);
        const shown = parsed.ok ? parsed.value.text : parsed.message;
        assert.match(shown, /^[\x20-\x7e…]+$/);
        if (parsed.ok) assert.equal(typeof parsed.value.matches('1.0.0'), 'boolean');
      }),
    );
  });
});

describe('a channel', () => {
  for (const text of ['beta', 'next-7', ' stable ']) {
    test(`${text} matches every version: only a list says which one`, () => {
      const range = rangeOf(text);
      assert.deepEqual([range.kind, range.text], ['channel', text.trim()]);
      assert.ok(['1.0.0', '1.0.0-beta', '0.0.0+x'].every((version) => range.matches(version)));
      assert.equal(range.matches('beta'), false);
    });
  }
});

describe('a range covers prereleases by their precedence', () => {
  const rows: readonly (readonly [range: string, covers: readonly string[], not: readonly string[]])[] = [
    ['<2.0.0', ['1.9.9', '1.5.0-beta', '2.0.0-rc.1', '0.0.1'], ['2.0.0', '2.0.1-a']],
    ['*', ['1.0.0', '1.0.0-beta', '0.0.0-0'], []],
    ['^1.2', ['1.2.0', '1.3.0-beta.1'], ['1.1.9', '2.0.0', '2.0.0-0']],
    ['1.0.0', ['1.0.0', '1.0.0+build'], ['1.0.0-beta', '1.0.1']],
    ['<1 || >=3', ['0.9.0-a', '3.0.0'], ['1.0.0', '2.5.0-beta']],
  ];
  for (const [text, covers, not] of rows) {
    test(text, () => {
      const range = rangeOf(text);
      for (const version of covers) assert.ok(range.covers(version), `${version} is covered`);
      for (const version of not) assert.equal(range.covers(version), false, `${version} is not`);
      assert.equal(range.covers('no version'), false);
    });
  }

  test('whatever it matches, it covers', () => {
    fc.assert(
      fc.property(ranges, versions, (text, version) => {
        const range = rangeOf(text);
        assert.ok(!range.matches(version) || range.covers(version));
      }),
    );
  });
});
