// Which witnesses are asked when: all that answer, for the same head.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WitnessProgress } from '@prime-registry/store';
import {
  MAX_WAIT_MS,
  planRound,
  progressAfterFailure,
  progressAfterSuccess,
} from '../../src/witness/feeding/plan-round.ts';

const NOW = 1_000_000_000;
const INTERVAL_MS = 10_000;

function witness(vkey: string, given: Partial<WitnessProgress> = {}): WitnessProgress {
  const never = { size: 0, cosignedAtMs: undefined, failures: 0, nextAtMs: 0, problem: undefined };
  return { vkey, ...never, ...given };
}

function asked(witnesses: readonly WitnessProgress[], size: number): string[] {
  return planRound(witnesses, size, NOW, INTERVAL_MS).ask.map(({ vkey }) => vkey);
}

test('those that are behind are asked, together', () => {
  const witnesses = [witness('a'), witness('b', { size: 5 }), witness('c', { size: 6, nextAtMs: NOW + 1 })];
  assert.deepEqual(asked(witnesses, 5), ['a']);
  assert.deepEqual(asked(witnesses, 6), ['a', 'b']);
  // One that has recovered later joins the others.
  assert.deepEqual(asked(witnesses, 7), ['a', 'b', 'c']);
  assert.deepEqual(planRound(witnesses.slice(1, 2), 5, NOW, INTERVAL_MS), {
    ask: [],
    nextAtMs: Number.POSITIVE_INFINITY,
  });
});

test('nobody is asked before the interval is over', () => {
  const witnesses = [
    witness('a', { size: 5, nextAtMs: NOW + 10 }),
    witness('b', { size: 5, nextAtMs: NOW + 20 }),
  ];
  assert.deepEqual(planRound(witnesses, 6, NOW, INTERVAL_MS), { ask: [], nextAtMs: NOW + 10 });
});

test('one that fails is not asked for a head that the others are not asked for', () => {
  const failing = witness('f', { failures: 2, nextAtMs: NOW - 1 });
  const good = witness('g', { size: 5, nextAtMs: NOW + 10 });
  assert.deepEqual(asked([failing, good], 6), []);
  assert.deepEqual(asked([failing, good], 5), ['f']);
  assert.deepEqual(
    asked(
      [
        { ...failing, nextAtMs: NOW + 1 },
        { ...good, nextAtMs: NOW },
      ],
      6,
    ),
    ['g'],
  );
  assert.deepEqual(asked([failing, { ...good, nextAtMs: NOW }], 6), ['f', 'g']);
});

test('each failure doubles the wait, and a success ends it', () => {
  let failing = witness('f', { size: 3, cosignedAtMs: 1 });
  const waits: number[] = [];
  for (let count = 0; count < 40; count += 1) {
    failing = progressAfterFailure(failing, 'away', NOW, 10_000);
    waits.push(failing.nextAtMs - NOW);
  }
  assert.deepEqual(waits.slice(0, 4), [10_000, 20_000, 40_000, 80_000]);
  assert.equal(waits.at(-1), MAX_WAIT_MS);
  assert.deepEqual([failing.size, failing.cosignedAtMs, failing.problem], [3, 1, 'away']);
  assert.deepEqual(
    progressAfterSuccess(failing, 9, NOW, 10_000),
    witness('f', { size: 9, cosignedAtMs: NOW, nextAtMs: NOW + 10_000 }),
  );
});

test('a clock that was put back does not stop a witness', () => {
  assert.deepEqual(asked([witness('a', { nextAtMs: NOW + 86_400_000 })], 1), ['a']);
});

test('an interval that is longer than any wait after a failure is kept', () => {
  const dayMs = 86_400_000;
  const waiting = progressAfterSuccess(witness('a'), 5, NOW, dayMs);
  const later = (atMs: number) => planRound([waiting], 6, atMs, dayMs).ask.length;
  assert.deepEqual([later(NOW + 1000), later(NOW + dayMs - 1), later(NOW + dayMs)], [0, 0, 1]);
  assert.equal(later(NOW - 3 * dayMs), 1, 'unless the clock was put back');
});
