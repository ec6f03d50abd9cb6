// When the lease of a lock has expired, by its observations and the time they span.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LeaseWatch } from '../../../src/install/project-lock/lock-lease.ts';

const NOW_MS = Date.UTC(2026, 0, 1);

/** Repeated observations of a lock: the time in seconds, and the offset of the holder's clock. */
function watch(
  seconds: readonly number[],
  touchedAt: (second: number) => number,
  fileNameAt: (second: number) => string = () => 'a',
): boolean[] {
  const lease = new LeaseWatch();
  return seconds.map((second) =>
    lease.hasExpired({
      fileName: fileNameAt(second),
      touchedMs: NOW_MS + touchedAt(second) * 1000,
      nowMs: NOW_MS + second * 1000,
      monotonicMs: 77_000 + second * 1000,
    }),
  );
}

describe('a lock', () => {
  test('that was not touched for a minute has expired after ten seconds of watching', () => {
    assert.deepEqual(
      watch([0, 9, 10], () => -3600),
      [false, false, true],
    );
    assert.deepEqual(
      watch([0, 30, 59, 60], () => 0),
      [false, false, false, true],
    );
  });

  test('that is touched has not expired, for any clock of its holder', () => {
    for (const offset of [0, -3600, 3600]) {
      const touched = watch([0, 9, 18, 60, 120, 300], (second) => second - (second % 3) + offset);
      assert.ok(!touched.includes(true));
    }
  });

  test('of a clock that is ahead expires after a minute without a touch', () => {
    assert.deepEqual(
      watch([0, 59, 60], () => 3600),
      [false, false, true],
    );
  });

  test('with a new holder is watched from the start', () => {
    const names = (second: number) => (second < 10 ? 'a' : 'b');
    assert.deepEqual(
      watch([0, 9, 10, 19, 20], () => -3600, names),
      [false, false, false, false, true],
    );
  });
});
