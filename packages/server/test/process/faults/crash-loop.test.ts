// When a worker that died is replaced, and when no longer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CrashLoop } from '../../../src/commands/serve/crash-loop.ts';

test('each death in a row doubles the pause, and the fifth within a minute ends the replacements', () => {
  const loop = new CrashLoop();
  const pauses = [0, 10_000, 20_000, 30_000, 59_999].map((nowMs) => loop.died(nowMs));
  assert.deepEqual(pauses, [100, 200, 400, 800, undefined]);
});

test('deaths of more than a minute ago do not count', () => {
  const loop = new CrashLoop();
  const pauses = [0, 10_000, 20_000, 30_000, 60_000, 70_000, 80_000].map((nowMs) => loop.died(nowMs));
  assert.deepEqual(pauses, [100, 200, 400, 800, 800, 800, 800]);
});

test('an answered request resets the count', () => {
  const loop = new CrashLoop();
  for (const nowMs of [0, 1, 2, 3]) loop.died(nowMs);
  loop.served();
  assert.deepEqual(
    [4, 5, 6, 7, 8].map((nowMs) => loop.died(nowMs)),
    [100, 200, 400, 800, undefined],
  );
});
