// The knapsack: which atoms and lengths a number of tokens is spent on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TextLevel } from '@prime-registry/atoms';
import { type Candidate, chooseAtoms } from '../../src/context/choose-atoms.ts';

const SIZES = { summary: 10, core: 20, full: 40 };

function choose(budget: number, candidates: readonly Partial<Candidate>[], alike: readonly string[] = []) {
  const { chosen, leftOut } = chooseAtoms(
    candidates.map((each) => ({ id: '', value: 1, reason: 'found', needs: [], ...each })),
    {
      budget,
      sizeOf: (_id, level: TextLevel) => SIZES[level],
      findAlike: (id, others) =>
        alike.includes(id) ? others.find((other) => alike.includes(other)) : undefined,
    },
  );
  return { chosen: chosen.map(({ id, level }) => `${id} ${level}`), leftOut };
}

test('first all that matters in short, then more of each', () => {
  const candidates = [{ id: 'a' }, { id: 'b', value: 0.9 }];
  assert.deepEqual(choose(10, candidates).chosen, ['a summary']);
  assert.deepEqual(choose(20, candidates).chosen, ['a summary', 'b summary']);
  assert.deepEqual(choose(30, candidates).chosen, ['a core', 'b summary']);
  assert.deepEqual(choose(80, candidates).chosen, ['a full', 'b full']);
});

test('more of what matters is better than something that hardly does', () => {
  assert.deepEqual(choose(20, [{ id: 'a' }, { id: 'b', value: 0.3 }]).chosen, ['a core']);
});

test('an atom brings what it needs; alone if both do not fit', () => {
  const candidates = [{ id: 'a', needs: ['base', 'more'] }];
  assert.deepEqual(choose(30, candidates).chosen, ['base summary', 'more summary', 'a summary']);
  const { chosen, leftOut } = choose(15, candidates);
  assert.deepEqual(chosen, ['a summary']);
  assert.deepEqual(leftOut, [
    { id: 'base', why: 'room' },
    { id: 'more', why: 'room' },
  ]);
});

test('what was asked for displaces what is found, also if that is like it', () => {
  const candidates = [{ id: 'found' }, { id: 'asked', value: 0.1, reason: 'asked' as const }];
  assert.deepEqual(choose(10, candidates).chosen, ['asked summary']);
  assert.deepEqual(choose(99, candidates, ['found', 'asked']), {
    chosen: ['asked full'],
    leftOut: [{ id: 'found', why: 'alike', other: 'asked' }],
  });
});
