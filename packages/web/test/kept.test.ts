// What was made at some cost is kept within a bound, and made once for all who ask at the same time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Kept } from '../src/kept.ts';

/** A memory of ten characters, and what had to be made for it. */
function startKeeping() {
  const kept = new Kept<string>(10, ({ length }) => length);
  const made: string[] = [];
  const ask = (key: string, value = '4444'): Promise<string> =>
    kept.get(key, async () => {
      made.push(key);
      return value;
    });
  return { kept, made, ask };
}

test('what is kept stays within its bound, and goes by when it was last asked for', async () => {
  const { made, ask } = startKeeping();
  for (const key of ['a', 'b', 'a', 'c', 'a', 'c', 'b']) await ask(key);
  assert.deepEqual(made, ['a', 'b', 'c', 'b']);
});

test('what is larger than the bound is made each time', async () => {
  const { made, ask } = startKeeping();
  for (const key of ['huge', 'huge']) assert.equal(await ask(key, 'x'.repeat(11)), 'x'.repeat(11));
  await ask('a');
  await ask('a');
  assert.deepEqual(made, ['huge', 'huge', 'a']);
});

test('it is made once for all who ask meanwhile, and anew after a failure', async () => {
  const { kept, made, ask } = startKeeping();
  await Promise.all([ask('a'), ask('a'), ask('a')]);
  assert.deepEqual(made, ['a']);
  const fail = () => kept.get('b', () => Promise.reject(new Error('away')));
  await Promise.all([assert.rejects(fail(), /away/), assert.rejects(fail(), /away/)]);
  assert.equal(await ask('b'), '4444');
});
