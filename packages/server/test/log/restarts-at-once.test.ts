// Several restarts of the log at the same time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startRegistry } from '@prime-registry/testkit';
import { restartLog } from '../../src/log/restart-log.ts';

test('of restarts at the same time, none leaves the log halted', async () => {
  const registry = await startRegistry();
  try {
    const { store } = registry;
    const order = {
      publicUrl: '',
      key: { seed: new Uint8Array(32) },
      reason: 'restored',
      lastSigned: undefined,
    };
    const before = (await store.listLogNames()).length;
    await Promise.all(Array.from({ length: 3 }, () => restartLog({ store, now: Date.now }, order)));
    assert.equal((await store.readLogHead()).halted, undefined);
    assert.equal((await store.listLogNames()).length, before + 3);
    assert.equal((await registry.author.publish()).status, 201);
  } finally {
    await registry.stop();
  }
});
