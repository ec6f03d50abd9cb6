// Rate limits with several workers: each counts by itself, so that a client never has less than its limit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectToEach, getOver, startWorkers } from './workers.ts';

test('a client has the limit on each worker, no less and no more', { timeout: 60_000 }, async (t) => {
  const registry = await startWorkers(t, { flags: ['--read-rate', '3/1d'] });
  for (const client of await connectToEach(t, registry)) {
    const statuses = [];
    for (let times = 0; times < 5; times += 1) {
      statuses.push((await getOver(client, '/search?q=web')).status);
    }
    assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
    assert.equal((await getOver(client, '/-/health/ready')).status, 200);
  }
});
