// The registry conforms whichever worker answers which request.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertConforms } from '../assert-conforms.ts';
import { ADMIN_TOKEN } from '../temporary-registry.ts';
import { readLog, startWorkers } from './workers.ts';

for (const isPrivate of [false, true]) {
  test(`two workers conform in a ${isPrivate ? 'private' : 'public'} registry, with every rule`, async (t) => {
    const registry = await startWorkers(t, { flags: isPrivate ? ['--private'] : [] });
    await assertConforms({ baseUrl: registry.baseUrl, token: ADMIN_TOKEN });
    const answered = new Set(readLog(registry).map(({ worker }) => worker));
    assert.ok(answered.has(1) && answered.has(2), 'both took part');
  });
}
