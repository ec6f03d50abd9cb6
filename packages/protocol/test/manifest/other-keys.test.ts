// Keys outside the contract must be the same in the published manifest and in the pack.yaml of the tarball.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { findOtherDisagreements } from '../../src/manifest/other-keys.ts';
import { assertPrintable, assertSentence } from '../sentence.ts';
import { manifestText, utf8 } from './manifest-text.ts';

function disagreements(published: string, packed: string): string[] {
  return findOtherDisagreements(utf8(published), utf8(packed)).map(({ field, message }) => {
    assertPrintable(field);
    assertSentence(message);
    return `${field} ${message}`;
  });
}

describe('keys outside the contract agree', () => {
  const same: readonly (readonly [why: string, published: string, packed: string])[] = [
    ['when there are none', manifestText(), 'name: "@acme/web-style"'],
    ['in another notation', 'run: { a: 1, b: ["x", ~] }', "run:\n  b: ['x', ~]\n  a: 1 # one"],
    ['in another order', 'a: 1\nb: 2', 'b: 2\na: 1'],
    ['with the same tag', 'when: !date 2026', 'when: !date 2026 # today'],
    ['without a value', 'hooks:', 'hooks:   '],
    ['when one text cannot be parsed, which is reported elsewhere', '', '[unended'],
  ];
  for (const [why, published, packed] of same) {
    test(why, () => assert.deepEqual(disagreements(published, packed), []));
  }
});

describe('keys outside the contract disagree', () => {
  const different: readonly (readonly [published: string, packed: string, message: RegExp])[] = [
    [
      'tags: [a]',
      'tags: [b]',
      /^tags differs from 'tags' in the tarball's own pack\.yaml; send the tarball's/,
    ],
    ['a: 1', 'hooks: { install: "curl" }\na: 1', /^hooks is only in the tarball's own pack\.yaml; send/],
    ['run: x', 'name: "@acme/x"', /^run is published, but missing in the tarball's own pack\.yaml; send/],
    ['run: [a, b]', 'run: [b, a]', /^run differs/],
    ['run: { a: 1 }', 'run: [a, 1]', /^run differs/],
    ['run: "1"', 'run: 1', /^run differs/],
    ['run: !x a', 'run: a', /^run differs/],
    ['run: { a: { b: 1 } }', 'run: { a: { b: 2 } }', /^run differs/],
    ['"__proto__": 1', '"__proto__": 2', /^__proto__ differs/],
    ['? [a]\n: 1', '? [a]\n: 2', /differs/],
    ['a: &x 1\nb: *x\nc: &x 2', 'c: &x 2\nb: *x\na: &x 1', /^a has an anchor or alias/],
    ['tarball_url: /a', 'tarball_url: /b', /^tarball_url differs/],
  ];
  for (const [published, packed, message] of different) {
    test(`when one has ${JSON.stringify(published)}, the other ${JSON.stringify(packed)}`, () => {
      assert.match(disagreements(published, packed)[0] ?? 'they agree', message);
    });
  }

  test('at most ten are reported', () => {
    const keys = Array.from({ length: 100 }, (_, index) => `k${index}: 1\n`).join('');
    assert.equal(disagreements(keys, '{}').length, 10);
  });
});

test('any texts are compared without an error', () => {
  const fragments = fc.constantFrom(...'[]{},:?-&*!|\'"a1 \n', ': ', '\n  ', '- ', '&a ', '*a', '!x ', '? ');
  const text = fc.array(fragments, { maxLength: 30 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, (published, packed) => {
      disagreements(published, packed);
      assert.deepEqual(
        disagreements(published, published).filter((message) => !message.includes('anchor or alias')),
        [],
      );
    }),
  );
});

test('deeply nested values are compared', () => {
  const deep = `run: ${'['.repeat(700)}${']'.repeat(700)}`;
  assert.deepEqual(disagreements(deep, `${deep} # same`), []);
});
