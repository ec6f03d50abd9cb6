// What a Prime may require, and what is refused.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { makeRequires, parseRequired, parseRequires, REQUIRES_LIMITS } from '../../src/versions/requires.ts';
import { primeNames } from '../arbitraries.ts';
import { assertSentence } from '../sentence.ts';

function refused(value: unknown, why: RegExp): void {
  const parsed = parseRequires(value);
  assert.ok(!parsed.ok, JSON.stringify(parsed));
  assertSentence(parsed.message);
  assert.match(parsed.message, why);
}

describe('requirements', () => {
  test('are ranges by name, in the order of the names', () => {
    const parsed = parseRequires({ '@b/b': '1.2.0', '@a/a': ' >=1   <2 ', '@a/c': '*' });
    assert.deepEqual(parsed, { ok: true, value: { '@a/a': '>=1 <2', '@a/c': '*', '@b/b': '1.2.0' } });
    assert.deepEqual(Object.keys(parsed.ok ? parsed.value : {}), ['@a/a', '@a/c', '@b/b']);
  });

  test('need a name and a range that always means the same', () => {
    refused({ 'web-style': '^1' }, /does not begin with '@'/);
    refused(JSON.parse(`{ "__proto__": "^1" }`), /does not begin with '@'/);
    refused({ '@a/a': '^^1' }, /not a version range/);
    refused({ '@a/a': 'latest' }, /moves from version to version; .* '\*' for any version/);
    refused({ '@a/a': 'beta' }, /moves from version to version/);
    refused({ '@a/a': 1 }, /no text as the range of '@a\/a'/);
    for (const value of [null, [], ['@a/a@^1'], '@a/a', 1]) refused(value, /not a mapping/);
  });

  test('cannot name a Prime twice, or the Prime itself', () => {
    const one = ['@a/a', '^1'] as const;
    assert.match(JSON.stringify(makeRequires([one, ['@b/b', '*'], one])), /twice/);
    assert.match(JSON.stringify(makeRequires([one], '@a/a')), /the Prime itself/);
    assert.deepEqual(makeRequires([one], '@b/b'), { ok: true, value: { '@a/a': '^1' } });
  });

  test('are bounded in number and in length', () => {
    const names = Array.from({ length: REQUIRES_LIMITS.maxPrimes }, (_, index) => `@a/p${index}`);
    const requires = (range: string) => Object.fromEntries(names.map((name) => [name, range]));
    assert.ok(parseRequires(requires('^1')).ok);
    refused({ ...requires('^1'), '@b/b': '^1' }, /has 257 Primes; .* at most 256/);
    refused(requires(Array.from({ length: 20 }, () => '1.0.0').join(' || ')), /at most 16384/);
  });

  test('that were parsed once parse to the same again', () => {
    fc.assert(
      fc.property(fc.uniqueArray(primeNames, { maxLength: 5 }), (names) => {
        const requires = Object.fromEntries(names.map((name) => [name, '^1.2 || >=3']));
        const parsed = parseRequires(requires);
        assert.ok(parsed.ok);
        assert.deepEqual(parseRequires(parsed.value), parsed);
      }),
    );
  });

  test('are normalised one by one', () => {
    assert.deepEqual(parseRequired('@a/a', '=1.0.0'), { ok: true, value: ['@a/a', '1.0.0'] });
  });
});
