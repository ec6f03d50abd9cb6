// The knapsack: which atoms and lengths a number of tokens is spent on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TextLevel } from '@prime-registry/atoms';
import { type Candidate, chooseAtoms } from '../../src/context/choose-atoms.ts';

const SIZES = { summary: 10, core: 20, full: 40 };

async function choose(
  budget: number,
  candidates: readonly Partial<Candidate>[],
  alike: readonly string[] = [],
) {
  const { chosen, leftOut } = await chooseAtoms(
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

test('first all that matters in short, then more of each', async () => {
  const candidates = [{ id: 'a' }, { id: 'b', value: 0.9 }];
  assert.deepEqual((await choose(10, candidates)).chosen, ['a summary']);
  assert.deepEqual((await choose(20, candidates)).chosen, ['a summary', 'b summary']);
  assert.deepEqual((await choose(30, candidates)).chosen, ['a core', 'b summary']);
  assert.deepEqual((await choose(80, candidates)).chosen, ['a full', 'b full']);
});

test('more of what matters is better than something that hardly does', async () => {
  assert.deepEqual((await choose(20, [{ id: 'a' }, { id: 'b', value: 0.3 }])).chosen, ['a core']);
});

test('an atom brings what it needs; alone if both do not fit', async () => {
  const candidates = [{ id: 'a', needs: ['base', 'more'] }];
  assert.deepEqual((await choose(30, candidates)).chosen, ['base summary', 'more summary', 'a summary']);
  const { chosen, leftOut } = await choose(15, candidates);
  assert.deepEqual(chosen, ['a summary']);
  assert.deepEqual(leftOut, [
    { id: 'base', why: 'room' },
    { id: 'more', why: 'room' },
  ]);
});

test('what was asked for displaces what is found, also if that is like it', async () => {
  const candidates = [{ id: 'found' }, { id: 'asked', value: 0.1, reason: 'asked' as const }];
  assert.deepEqual((await choose(10, candidates)).chosen, ['asked summary']);
  assert.deepEqual(await choose(99, candidates, ['found', 'asked']), {
    chosen: ['asked full'],
    leftOut: [{ id: 'found', why: 'alike', other: 'asked' }],
  });
});

test('many atoms that need each other take time for each, not for each step', async () => {
  let calls = 0;
  const needs = (of: number) => Array.from({ length: 32 }, (_, index) => `need-${(of * 32 + index) % 2000}`);
  const candidates = Array.from({ length: 96 }, (_, of): Candidate => {
    return { id: `a-${of}`, value: 1, reason: 'found', needs: needs(of) };
  });
  const { chosen } = await chooseAtoms(candidates, {
    budget: 1_000_000,
    sizeOf(_id, level) {
      calls += 1;
      return SIZES[level];
    },
    findAlike: () => undefined,
  });
  assert.equal(chosen.length, 2096);
  assert.ok(calls < 10 * (2096 + 96 * 32), `${calls} calls`);
});
