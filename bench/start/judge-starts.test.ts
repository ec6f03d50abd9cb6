// The judgement of the starts, and its tables, on made-up times.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatStarts } from './format-starts.ts';
import { judgeStarts } from './judge-starts.ts';
import type { MeasuredStarts } from './start-times.ts';

/** Three rounds on a machine that becomes slower and slower. */
const MEASURED: MeasuredStarts = {
  node: [40, 80, 160],
  times: [
    { start: 'server', installation: 'packages', runs: [400, 700, 1400] },
    { start: 'server', installation: 'clone', runs: [800, 1400, 2800] },
    { start: 'help', installation: 'packages', runs: [50, 90, 400] },
    { start: 'help', installation: 'clone', runs: [49, 100, 410] },
  ],
};

test('the starts of packages are judged by medians, compared within a round', () => {
  const verdicts = judgeStarts(MEASURED).map(({ goal, measured, isMet }) => [goal, measured?.median, isMet]);
  assert.deepEqual(verdicts, [
    ['at most 600 ms', 700, false],
    ['at most 1 × that of the clone', 0.5, true],
    ['at most 60 ms more than `node -e 0`', 10, true],
    ['at most 1 × that of the clone', 400 / 410, true],
  ]);
});

test('a start that is slower than that of the clone misses its goal', () => {
  const [packages, clone] = MEASURED.times;
  assert.ok(packages !== undefined && clone !== undefined);
  const exchanged = {
    ...MEASURED,
    times: [
      { ...packages, runs: clone.runs },
      { ...clone, runs: packages.runs },
    ],
  };
  assert.deepEqual(
    judgeStarts(exchanged).map(({ isMet }) => isMet),
    [false, false],
  );
});

test('the table has a row for each start, and compares it with Node.js and the clone', () => {
  const lines = formatStarts(MEASURED).split('\n');
  assert.equal(lines[2], '| `node -e 0` | 40–80–160 |  |  |');
  assert.equal(lines[5], '| `prime --help`, packages | 50–90–400 | 10–10–240 | 0.90–0.98–1.02 |');
  assert.equal(lines[6], '| `prime --help`, clone | 49–100–410 | 9–20–250 |  |');
  assert.equal(lines.length, 7);
});
