// The judgement of the starts, and its tables, on made-up times.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatStarts } from './format-starts.ts';
import { judgeStarts } from './judge-starts.ts';
import type { MeasuredStarts } from './start-times.ts';

/** Three rounds on a machine that becomes slower and slower. */
const MEASURED: MeasuredStarts = {
  node: [40, 80, 160],
  bare: { firstAnswerMs: [50, 90, 170], idleMiB: [60, 60, 60] },
  times: [
    { start: 'server', installation: 'packages', runs: [300, 500, 1400] },
    { start: 'server', installation: 'clone', runs: [600, 1000, 2800] },
    { start: 'help', installation: 'packages', runs: [50, 90, 400] },
    { start: 'help', installation: 'clone', runs: [49, 100, 410] },
    // Judged by nothing: it compiles all code.
    { start: 'first', installation: 'packages', runs: [9000, 9000, 9000] },
  ],
  memory: [
    { installation: 'packages', runs: [90, 75, 78] },
    { installation: 'clone', runs: [90, 90, 78] },
  ],
};

test('starts are judged by medians, those of packages also by the clone within a round', () => {
  const verdicts = judgeStarts(MEASURED).map(({ goal, measured, isMet }) => [goal, measured?.median, isMet]);
  assert.deepEqual(verdicts, [
    ['at most 450 ms', 500, false],
    ['at most 1 × that of the clone', 0.5, true],
    ['at most 450 ms', 1000, false],
    ['at most 250 ms', 90, true],
    ['at most 60 ms more than `node -e 0`', 10, true],
    ['at most 1 × that of the clone', 400 / 410, true],
    ['at most 250 ms', 100, true],
    ['at most 80 MiB', 78, true],
    ['at most 80 MiB', 90, false],
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
    memory: [],
  };
  const found = judgeStarts(exchanged).filter(({ goal }) => goal.includes('clone'));
  assert.deepEqual(
    found.map(({ isMet }) => isMet),
    [false],
  );
});

test('the tables have a row for each start, and compare it with Node.js and the clone', () => {
  const lines = formatStarts(MEASURED).split('\n');
  assert.equal(lines[2], '| `node -e 0` | 40–80–160 |  |  |');
  assert.equal(lines[6], '| `prime --help`, packages | 50–90–400 | 10–10–240 | 0.90–0.98–1.02 |');
  assert.equal(lines[7], '| `prime --help`, clone | 49–100–410 | 9–20–250 |  |');
  assert.equal(lines.at(-2), '| `prime-registry serve`, packages | 75–78–90 | 1.25–1.30–1.50 |');
});
