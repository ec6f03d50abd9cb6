// The verdict of a run, and its exit code.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Level, Status } from '../src/result.ts';
import { judge } from '../src/verdict.ts';
import { resultWith } from './support/results.ts';

const ALL = { strict: false, filter: '' };

function judged(outcomes: readonly (readonly [Level, Status])[], how = ALL) {
  return judge(
    outcomes.map(([level, status]) => resultWith({ level, status })),
    how,
  );
}

test('a failure or an error of a binding check fails the run', () => {
  for (const level of ['required', 'optional'] as const) {
    for (const status of ['Fail', 'Error'] as const) {
      assert.equal(
        judged([
          ['required', 'Pass'],
          [level, status],
          ['required', 'Skip'],
        ]).exitCode,
        1,
      );
    }
  }
});

test('a recommended check fails only a strict run', () => {
  assert.equal(
    judged([
      ['required', 'Pass'],
      ['recommended', 'Fail'],
    ]).exitCode,
    0,
  );
  assert.equal(
    judged(
      [
        ['required', 'Pass'],
        ['recommended', 'Fail'],
      ],
      { ...ALL, strict: true },
    ).exitCode,
    1,
  );
});

test('a skipped required check makes the run incomplete, a skipped optional one does not', () => {
  assert.equal(
    judged([
      ['required', 'Pass'],
      ['required', 'Skip'],
    ]).exitCode,
    2,
  );
  assert.equal(
    judged([
      ['required', 'Pass'],
      ['optional', 'Skip'],
      ['recommended', 'Skip'],
    ]).exitCode,
    0,
  );
});

test('a filtered run passes without claiming that the registry conforms', () => {
  const verdict = judged([['required', 'Pass']], { ...ALL, filter: 'publish' });
  assert.deepEqual([verdict.conclusion, verdict.exitCode], ['partial', 0]);
});

test('the tallies count by level and status', () => {
  const { tallies } = judged([
    ['required', 'Pass'],
    ['required', 'Pass'],
    ['required', 'Skip'],
    ['optional', 'Error'],
  ]);
  assert.deepEqual(tallies.required, { Pass: 2, Fail: 0, Skip: 1, Error: 0 });
  assert.deepEqual(tallies.optional, { Pass: 0, Fail: 0, Skip: 0, Error: 1 });
});
