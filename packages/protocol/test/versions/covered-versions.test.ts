// Ranges as spans of precedence keys: the same answers as the library for ranges, at a small part of its work.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import Range from 'semver/classes/range.js';
import { parseRange, parseVersion, precedenceKey, type VersionRange } from '../../src/index.ts';

function rangeOf(text: string): VersionRange {
  const range = parseRange(text);
  assert.ok(range.ok, text);
  return range.value;
}

const keyOf = (text: string): string => {
  const version = parseVersion(text);
  assert.ok(version.ok, text);
  return precedenceKey(version.value);
};

const PARTS = [
  '0',
  '1',
  '1.2',
  '2.x',
  '*',
  '0.0.3',
  '1.2.3',
  '1.2.3-0',
  '1.2.3-rc.2',
  '2.0.0-rc.10',
  '10.0.0',
];
const OPERATORS = ['', '^', '~', '<', '<=', '>', '>=', '='];
const VERSIONS = [
  ...[
    '0.0.0-0',
    '0.0.0',
    '0.0.3',
    '0.0.4-a',
    '0.1.0',
    '1.0.0-alpha',
    '1.0.0',
    '1.2.2',
    '1.2.3-0',
    '1.2.3-a.b',
  ],
  ...[
    '1.2.3-rc.2',
    '1.2.3-rc.10',
    '1.2.3',
    '1.2.4',
    '1.3.0',
    '2.0.0-0',
    '2.0.0-rc.10',
    '2.0.0',
    '9.0.0',
    '10.0.0',
  ],
];

describe('a range covers what the library says', () => {
  const comparators = OPERATORS.flatMap((operator) => PARTS.map((part) => `${operator}${part}`));
  const hyphens = PARTS.flatMap((from) => PARTS.map((to) => `${from} - ${to}`));
  const pairs = comparators.flatMap((one) =>
    ['<2.0.0', '>1.2.3-rc.1', '^1'].map((other) => [one, other] as const),
  );
  const texts = [
    ...[...comparators, ...hyphens],
    ...pairs.flatMap(([one, other]) => [`${one} ${other}`, `${one} || ${other}`]),
  ];
  test(`${texts.length} ranges`, () => {
    for (const text of texts) {
      const range = rangeOf(text);
      if (range.kind !== 'range') continue;
      const library = new Range(text, { includePrerelease: true });
      for (const version of VERSIONS) {
        assert.equal(range.covers(version), library.test(version), `${text} ${version}`);
        assert.equal(range.coversKey(keyOf(version)), library.test(version), `${text} ${version}`);
      }
    }
  });
});

test('numbers of any length are covered, and malformed versions never', () => {
  const large = `${'9'.repeat(40)}.0.0`;
  for (const range of ['*', '>=1']) assert.equal(rangeOf(range).covers(large), true);
  assert.equal(rangeOf('<2').covers(large), false);
  assert.equal(rangeOf('*').covers('1.0'), false);
  assert.equal(rangeOf('1.0.0+one').coversKey(keyOf('1.0.0+other')), true);
});
