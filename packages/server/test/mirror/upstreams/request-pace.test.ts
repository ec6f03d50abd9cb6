// The pace of requests, with a clock of the test instead of real waiting.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PaceClock, RequestPace } from '../../../src/mirror/upstreams/request-pace.ts';

/** A clock that advances when somebody sleeps, by a little too much. */
function clockThatIsLate(lateMs: number): PaceClock & { nowMs: number } {
  const clock = {
    nowMs: 1000,
    now: () => clock.nowMs,
    async sleep(forMs: number, signal: AbortSignal) {
      signal.throwIfAborted();
      clock.nowMs += forMs + lateMs;
    },
  };
  return clock;
}

const never = new AbortController().signal;

test('the number of turns a second is as configured, even with late timers', async () => {
  for (const lateMs of [0, 3]) {
    for (const perSecond of [0.5, 20, 400]) {
      const clock = clockThatIsLate(lateMs);
      const pace = new RequestPace(perSecond, never, clock);
      const startMs = clock.nowMs;
      for (let turns = 0; turns < 1 + 10 * perSecond; turns += 1) await pace.turn();
      const tookMs = clock.nowMs - startMs;
      assert.ok(tookMs >= 10_000 - 50 && tookMs <= 10_000 + 50, `${perSecond}: ${tookMs}`);
    }
  }
});

test('idle time is not compensated', async () => {
  const clock = clockThatIsLate(0);
  const pace = new RequestPace(10, never, clock);
  await pace.turn();
  clock.nowMs += 60_000;
  const startMs = clock.nowMs;
  for (let turns = 0; turns < 11; turns += 1) await pace.turn();
  assert.ok(clock.nowMs - startMs >= 900);
});

test('a hold pauses all turns; a shorter hold does not end a longer one', async () => {
  const clock = clockThatIsLate(0);
  const pace = new RequestPace(1000, never, clock);
  pace.hold(5000);
  pace.hold(100);
  await pace.turn();
  assert.equal(clock.nowMs, 6000);
});

test('an abort ends the wait', async () => {
  const controller = new AbortController();
  const pace = new RequestPace(1, controller.signal);
  await pace.turn();
  const waiting = pace.turn();
  controller.abort(new Error('enough'));
  await assert.rejects(waiting);
  await assert.rejects(pace.turn(), /enough/);
});
