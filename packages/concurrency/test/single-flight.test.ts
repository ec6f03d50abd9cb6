// Single flight: who shares a run, and until when.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SingleFlight } from '../src/index.ts';

test('simultaneous callers share a run, and its error; the next caller starts a new one', async () => {
  const flights = new SingleFlight<number>();
  let runs = 0;
  const run = (): Promise<number> =>
    flights.run('a', async () => {
      runs += 1;
      await Promise.resolve();
      if (runs === 2) throw new Error('away');
      return runs;
    });
  assert.deepEqual(await Promise.all([run(), run()]), [1, 1]);
  await Promise.all([assert.rejects(run(), /away/), assert.rejects(run(), /away/)]);
  assert.equal(await run(), 3);
});

test('different keys run next to each other', async () => {
  const flights = new SingleFlight<string>();
  const first = Promise.withResolvers<string>();
  const running = flights.run('a', () => first.promise);
  assert.equal(await flights.run('b', async () => 'second'), 'second');
  assert.deepEqual([flights.has('a'), flights.has('b'), flights.size], [true, false, 1]);
  first.resolve('first');
  assert.equal(await running, 'first');
  assert.equal(flights.size, 0);
});

test('work that goes on after its result is joined until its end, also when that fails', async () => {
  const end = Promise.withResolvers<void>();
  const flights = new SingleFlight<string>(() => end.promise);
  assert.equal(await flights.run('a', async () => 'first'), 'first');
  assert.equal(await flights.run('a', async () => 'second'), 'first');
  assert.deepEqual(await Promise.all(flights.values()), ['first']);
  end.reject(new Error('broke off'));
  await end.promise.catch(() => undefined);
  await Promise.resolve();
  assert.equal(await flights.run('a', async () => 'third'), 'third');
});
