// The words of what a token may do.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatTokenScope,
  isRangeWithin,
  parseGrant,
  parseRange,
  parseTokenScope,
} from '@prime-registry/protocol';
import { fc } from '@prime-registry/testkit/properties';

test('words are permissions, scopes and Primes, in any order', () => {
  const parsed = parseTokenScope('  prime:@acme/web-style@>=1.2%20<2  publish scope:@docs publish scope:* ');
  assert.ok(parsed.ok);
  assert.deepEqual(parsed.value, {
    permissions: ['publish'],
    scopes: ['@docs', '*'],
    primes: [{ name: '@acme/web-style', range: '>=1.2 <2' }],
  });
  assert.equal(
    formatTokenScope(parsed.value),
    'publish scope:@docs scope:* prime:@acme/web-style@>=1.2%20<2',
  );
});

test('nothing asks for nothing', () => {
  assert.deepEqual(parseTokenScope(''), { ok: true, value: { permissions: [], scopes: [], primes: [] } });
});

test('a rejection says which word is wrong', () => {
  const wrong: [text: string, message: RegExp][] = [
    ['publish everything', /'everything' is unknown/],
    ['Publish', /'Publish' is unknown/],
    ['prime:acme/web-style', /does not begin with '@'/],
    ['prime:@acme', /has no short name/],
    ['prime:@acme/web-style@', /is not a version range/],
    ['prime:@acme/web-style@beta', /no range of versions/],
    ['scope:acme', /does not begin with '@'/],
    ['scope:@acme/web-style', /only a to z/],
  ];
  for (const [text, message] of wrong) {
    const parsed = parseTokenScope(text);
    assert.ok(!parsed.ok, text);
    assert.match(parsed.message, message);
  }
});

test('what is written is read again', () => {
  const scopes = fc.constantFrom('@acme', '@docs', '*');
  const primes = fc.record(
    {
      name: fc.constantFrom('@acme/web-style', '@acme/other'),
      range: fc.constantFrom(undefined, '1.0.0', '^1.2', '>=1 <2', '1.x || ^3', '~1.2.3-rc.1'),
    },
    { noNullPrototype: true },
  );
  const draft = fc.record(
    {
      permissions: fc.uniqueArray(fc.constantFrom('read', 'publish', 'yank', 'admin'), { maxLength: 4 }),
      scopes: fc.uniqueArray(scopes, { maxLength: 3 }),
      primes: fc.uniqueArray(primes, { maxLength: 3, selector: ({ name, range }) => `${name} ${range}` }),
    },
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(draft, (scope) => {
      assert.deepEqual(parseTokenScope(formatTokenScope(scope)), { ok: true, value: scope });
    }),
  );
});

test('a range within another one covers nothing that the other one does not', () => {
  const number = fc.nat({ max: 3 });
  const version = fc
    .tuple(number, number, number, fc.constantFrom('', '', '-0', '-rc.1', '-rc.2'))
    .map(([major, minor, patch, prerelease]) => `${major}.${minor}.${patch}${prerelease}`);
  const comparator = fc
    .tuple(fc.constantFrom('', '^', '~', '<', '<=', '>', '>='), version)
    .map((parts) => parts.join(''));
  const range = fc
    .array(fc.array(comparator, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 })
    .map((alternatives) => alternatives.map((each) => each.join(' ')).join(' || '));
  fc.assert(
    fc.property(range, range, fc.array(version, { maxLength: 20 }), (inner, outer, versions) => {
      const [own, other] = [parseRange(inner), parseRange(outer)];
      if (!own.ok || !other.ok || !isRangeWithin(own.value.text, other.value.text)) return;
      for (const each of versions)
        assert.ok(
          !own.value.covers(each) || other.value.covers(each),
          `${each} is in ${inner}, not in ${outer}`,
        );
    }),
  );
  fc.assert(fc.property(range, (each) => assert.ok(isRangeWithin(each, each))));
});

test('a range is within another one however both are written', () => {
  const within: [inner: string, outer: string][] = [
    ['1.2.3', '^1.2'],
    ['1.2.3+build', '1.2.3'],
    ['1.x', '>=1.0.0-0 <2.0.0-0'],
    ['~1.2 || ~1.3', '^1.2'],
    ['>2 <1', '1.0.0'],
    ['99999999999999999999.0.0', '99999999999999999999.0.0'],
    ['^1.2', '*'],
  ];
  for (const [inner, outer] of within) assert.ok(isRangeWithin(inner, outer), `${inner} in ${outer}`);
  const not: [inner: string, outer: string][] = [
    ['^1.2', '^1.3'],
    ['*', '>=0.0.0'],
    ['<2.0.0', '^1'],
    ['^1 || ^3', '^1'],
    ['1.2.4', '1.2.3'],
  ];
  for (const [inner, outer] of not) assert.ok(!isRangeWithin(inner, outer), `${inner} not in ${outer}`);
  assert.ok(parseGrant('@acme/web-style@^1.2').ok);
});
