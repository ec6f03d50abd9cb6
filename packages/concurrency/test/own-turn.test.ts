// Each caller has a turn of the event loop of its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownTurn } from '../src/own-turn.ts';

test('no two callers get the same turn, and other work runs in between', async () => {
  const order: string[] = [];
  let isOver = false;
  const countTurns = (): void => {
    order.push('turn');
    if (!isOver) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  await Promise.all(['a', 'b', 'c'].map((step) => ownTurn().then(() => order.push(step))));
  isOver = true;
  const steps = order.join(' ').split(/(?:turn ?)+/);
  assert.deepEqual(
    steps.map((step) => step.trim()).filter((step) => step !== ''),
    ['a', 'b', 'c'],
  );
});
