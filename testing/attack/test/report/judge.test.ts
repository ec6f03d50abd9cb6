// The verdict: what counts as a failure of the registry.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AttackResult, listErrors, listFailures, listRefusals } from '../../src/report/judge.ts';

const TIMES = { count: 400, p50: 2, p99: 20, max: 30 };

function resultWith(
  changes: Partial<AttackResult> & { outcomes?: AttackResult['others']['outcomes'] } = {},
): AttackResult {
  const { outcomes = { manifest: { 200: 400 }, publish: { 201: 20 } }, ...others } = changes;
  return {
    attack: 'test',
    others: { reads: TIMES, publishes: TIMES, kinds: {}, outcomes },
    answers: { 200: 5, 413: 7, closed: 3 },
    peaks: { rssBytes: 1, loopDelayMs: 1, longestTurnMs: 500 },
    inputs: { 'one input': 250 },
    ending: undefined,
    isAlive: true,
    serverErrors: 0,
    ...others,
  };
}

const failuresOf = (result: AttackResult): string[] => listFailures(result, { hasTimes: true });

test('a registry that answers everybody in time has held', () => {
  assert.deepEqual(failuresOf(resultWith()), []);
});

test('refused searches and publishes are documented; refused reads are errors', () => {
  const outcomes = { search: { refused: 3 }, publish: { refused: 2 }, tarball: { 200: 9, refused: 1 } };
  const result = resultWith({ outcomes });
  assert.deepEqual(listRefusals(result.others), { 'search refused': 3, 'publish refused': 2 });
  assert.deepEqual(listErrors(result.others), { 'tarball refused': 1 });
  assert.deepEqual(failuresOf(result), ['errors: tarball refused ×1']);
});

test('every other way to fail is named', () => {
  const slow = { ...TIMES, p99: 250 };
  const cases: [AttackResult, RegExp][] = [
    [
      resultWith({ ending: 'SIGKILL, killed by the memory limit', isAlive: false }),
      /^the registry ended: SIGKILL, killed by the memory limit$/,
    ],
    [resultWith({ isAlive: false }), /does not answer/],
    [resultWith({ serverErrors: 2 }), /500: 2$/],
    [resultWith({ answers: { 500: 4 } }), /500: 4$/],
    [resultWith({ outcomes: { search: { 503: 1 } } }), /search 503 ×1$/],
    [resultWith({ outcomes: { list: { timeout: 1 } } }), /list timeout ×1$/],
    [
      resultWith({ peaks: { rssBytes: 1, loopDelayMs: 1, longestTurnMs: 501 } }),
      /turn of the event loop took 501 ms of processor time: the attack$/,
    ],
    [
      resultWith({ inputs: { 'one input': 251 } }),
      /turn of the event loop took 251 ms of processor time: one input$/,
    ],
    [
      resultWith({ others: { reads: { ...TIMES, count: 0 }, publishes: TIMES, kinds: {}, outcomes: {} } }),
      /nothing was measured/,
    ],
    [
      resultWith({ others: { reads: slow, publishes: TIMES, kinds: {}, outcomes: {} } }),
      /p99 of reads is 250 ms/,
    ],
  ];
  for (const [result, expected] of cases) {
    const failures = failuresOf(result);
    assert.equal(failures.length, 1);
    assert.match(failures[0] ?? '', expected);
  }
});

test('times of others are not judged in small attacks', () => {
  const slow = resultWith({
    others: { reads: { ...TIMES, p99: 9000 }, publishes: TIMES, kinds: {}, outcomes: {} },
  });
  assert.deepEqual(listFailures(slow, { hasTimes: false }), []);
});
