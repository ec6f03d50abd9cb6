// Long work lets other work run in between.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPause, mapWithPauses, sortWithPauses } from '../src/pauses.ts';

test('sorts as sort() does, for every number of texts', async () => {
  for (const count of [0, 1, 1999, 2000, 2001, 4000, 9999]) {
    const texts = Array.from({ length: count }, (_, index) => `${(index * 7919) % 10_007}é`);
    assert.deepEqual(await sortWithPauses(texts, createPause()), texts.toSorted(), String(count));
  }
});

test('a sort pauses after each of its steps', async () => {
  let pauses = 0;
  const texts = Array.from({ length: 20_000 }, (_, index) => String(index));
  await sortWithPauses(texts, async () => {
    pauses += 1;
  });
  assert.ok(pauses >= 40, `${pauses} pauses`);
});

test('pauses after some milliseconds of work, and only then', async () => {
  const pause = createPause();
  const startMs = performance.now();
  while (performance.now() - startMs < 6);
  const paused = pause();
  assert.ok(paused instanceof Promise);
  await paused;
  assert.deepEqual(await mapWithPauses([1, 2], pause, (item) => item * 2), [2, 4]);
});
