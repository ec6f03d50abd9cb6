// A deprecated Prime as its own successor.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSuccessorCircle } from '../../src/versions/deprecation.ts';

const name = '@acme/x';
const HERE = 'https://primes.example';

const CASES: readonly (readonly [
  title: string,
  range: string,
  successor: { name: string; range?: string; registry?: string },
  isCircle: boolean,
])[] = [
  ['all versions by the latest', '*', { name }, true],
  ['all versions by later ones', '*', { name, range: '^9' }, true],
  ['all versions by a channel', '*', { name, range: 'beta' }, true],
  ['all versions, in other words', '>=0.0.0-0', { name }, true],
  ['earlier versions by later ones', '<2.0.0', { name, range: '^2' }, false],
  ['earlier versions by the latest', '<2.0.0', { name }, false],
  ['a version by the latest', '1.0.0', { name }, false],
  ['a version by itself', '1.0.0', { name, range: '1.0.0' }, true],
  ['earlier versions by some of them', '<2.0.0', { name, range: '^1.4' }, true],
  ['earlier versions by some of them and later ones', '<2.0.0', { name, range: '>=1.4' }, false],
  ['all versions by another Prime', '*', { name: '@acme/y' }, false],
  ['all versions by those of another registry', '*', { name, registry: 'https://other.example' }, false],
  ['all versions by those of the same registry', '*', { name, registry: HERE }, true],
];

for (const [title, range, successor, isCircle] of CASES)
  test(`${title}: ${isCircle ? 'a circle' : 'none'}`, () => {
    const problem = findSuccessorCircle({ name, range, successor }, HERE);
    assert.equal(problem !== undefined, isCircle);
  });

test('without a successor there is no circle, and the problem says what would be right', () => {
  assert.equal(findSuccessorCircle({ name, range: '*' }), undefined);
  assert.match(
    findSuccessorCircle({ name, range: '<2.0.0', successor: { name, range: '1.x' } }) ?? '',
    /^is the Prime itself, of which the versions <2\.0\.0 are deprecated; name another Prime, or versions that stay/,
  );
});
