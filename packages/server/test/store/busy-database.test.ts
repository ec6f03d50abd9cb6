// Another process may hold the write lock of the database: a publish waits for it, and nobody else waits for the publish.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { startRegistry } from '@prime-registry/testkit';

test('while another process writes, reads are answered and a publish waits its turn', async (t) => {
  const registry = await startRegistry();
  t.after(registry.stop);
  await registry.author.publish({ version: '1.0.0' });
  const otherProcess = new DatabaseSync(join(registry.dataFolder, 'registry.sqlite'));
  t.after(() => otherProcess.close());

  otherProcess.exec('begin immediate');
  let isPublished = false;
  const publishing = registry.author.publish({ version: '2.0.0' }).finally(() => {
    isPublished = true;
  });
  for (let round = 0; round < 10; round += 1) {
    const { status, json } = await registry.anonymous.get('/pack/@acme/web-style');
    assert.equal(status, 200);
    assert.equal(json.latest, '1.0.0');
  }
  assert.equal(isPublished, false);
  otherProcess.exec('rollback');

  assert.equal((await publishing).status, 201);
});

test('a lock that is never given back is a 503 and leaves nothing behind', async (t) => {
  const registry = await startRegistry();
  t.after(registry.stop);
  const otherProcess = new DatabaseSync(join(registry.dataFolder, 'registry.sqlite'));
  t.after(() => otherProcess.close());

  otherProcess.exec('begin immediate');
  const { status, headers, json } = await registry.author.publish();
  otherProcess.exec('rollback');

  assert.equal(status, 503);
  assert.equal(json.code, 'storage_unavailable');
  assert.ok(headers.has('retry-after'));
  assert.deepEqual(await registry.listFiles(), []);
  assert.equal((await registry.author.publish()).status, 201);
});
