// When attempts follow each other, and when a webhook is given up.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Outcome, progressAfter } from '../../src/events/attempt.ts';

const NOW_MS = Date.UTC(2026, 10, 21);
const HOUR_MS = 3_600_000;
const FAILED: Outcome = { kind: 'failed', status: '500', waitMs: 0 };

describe('after an attempt', () => {
  test('that was delivered, the next entry follows at once', () => {
    const delivered: Outcome = { kind: 'delivered', status: '204' };
    assert.deepEqual(progressAfter({ cursor: 7, attempts: 3 }, delivered, NOW_MS), {
      ...{ cursor: 8, attempts: 0, nextAtMs: 0, state: 'active', lastStatus: '204', lastAtMs: NOW_MS },
    });
  });

  test('that failed, the waits grow over three days, until the webhook is failing and is tried daily', () => {
    const waits: number[] = [];
    const states: string[] = [];
    for (let attempts = 0; attempts < 12; attempts += 1) {
      const after = progressAfter({ cursor: 7, attempts }, FAILED, NOW_MS, 0);
      assert.equal(after.cursor, 7);
      assert.equal(after.attempts, attempts + 1);
      waits.push((after.nextAtMs - NOW_MS) / 1000);
      states.push(after.state);
    }
    const hours = [2, 5, 10, 14, 20, 24, 24, 24, 24].map((each) => each * 3600);
    assert.deepEqual(waits, [5, 300, 1800, ...hours]);
    assert.deepEqual(states, [...Array(9).fill('active'), ...Array(3).fill('failing')]);
  });

  test('waits differ, so that receivers are not asked together', () => {
    const waitOf = (random: number): number =>
      progressAfter({ cursor: 7, attempts: 3 }, FAILED, NOW_MS, random).nextAtMs - NOW_MS;
    assert.equal(waitOf(0), 2 * HOUR_MS);
    assert.equal(waitOf(1), Math.round(2.2 * HOUR_MS));
  });

  test('a receiver can ask for a longer wait, but not for more than a day', () => {
    const waitFor = (waitMs: number): number =>
      progressAfter({ cursor: 7, attempts: 0 }, { ...FAILED, waitMs }, NOW_MS, 0).nextAtMs - NOW_MS;
    assert.equal(waitFor(1000), 5000);
    assert.equal(waitFor(HOUR_MS), HOUR_MS);
    assert.equal(waitFor(1e12), 24 * HOUR_MS);
  });

  test('a receiver that is gone is not asked again', () => {
    const after = progressAfter({ cursor: 7, attempts: 0 }, { kind: 'gone', status: '410' }, NOW_MS);
    assert.equal(after.state, 'disabled');
    assert.equal(after.cursor, 7);
  });
});
