// Another process may hold the write lock of the database. Then publishes wait, and reads do not.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually, runCommand, startRegistry } from '@prime-registry/testkit';

/** A registry, and a connection to its database as another process has one. */
async function startBusy(t: TestContext) {
  const registry = await startRegistry();
  t.after(registry.stop);
  const otherProcess = new DatabaseSync(join(registry.dataFolder, 'registry.sqlite'));
  t.after(() => otherProcess.close());
  return { registry, otherProcess };
}

test('while another process writes, reads are answered and a publish waits', async (t) => {
  const { registry, otherProcess } = await startBusy(t);
  await registry.author.publish({ version: '1.0.0' });

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

test('while another process writes, a command that only reads opens the database', async (t) => {
  const { registry, otherProcess } = await startBusy(t);
  await registry.author.publish({ version: '1.0.0' });

  otherProcess.exec('begin immediate');
  const { code, stdout, stderr } = await runCommand(['verify', '--data', registry.dataFolder]);
  otherProcess.exec('rollback');
  assert.equal(code, 0, stderr);
  assert.match(stdout, /Checked 1 version/);
});

test('publishes that arrive while another process writes succeed afterwards', async (t) => {
  const { registry, otherProcess } = await startBusy(t);
  const versions = Array.from({ length: 10 }, (_, index) => `1.${index}.0`);

  otherProcess.exec('begin immediate');
  const publishing = versions.map((version) => registry.author.publish({ version }));
  await eventually(async () => assert.equal((await registry.listFiles()).length, versions.length));
  otherProcess.exec('rollback');

  for (const { status } of await Promise.all(publishing)) assert.equal(status, 201);
  const { json } = await registry.anonymous.get('/pack/@acme/web-style');
  assert.deepEqual(
    json.versions.map(({ version }: { version: string }) => version),
    versions,
  );
});

test('a lock that is never released is a 503 for each publish, and leaves nothing behind', async (t) => {
  const { registry, otherProcess } = await startBusy(t);

  otherProcess.exec('begin immediate');
  const drafts = ['1.0.0', '2.0.0', '3.0.0'].map((version) => ({ version }));
  const answers = await Promise.all(drafts.map((draft) => registry.author.publish(draft)));
  otherProcess.exec('rollback');

  for (const { status, headers, json } of answers) {
    assert.equal(status, 503);
    assert.equal(json.code, 'storage_unavailable');
    assert.ok(headers.has('retry-after'));
  }
  assert.deepEqual(await registry.listFiles(), []);
  assert.equal((await registry.author.publish()).status, 201);
});

test('a publish that comes later than one that gives up still waits its own time', async (t) => {
  const { registry, otherProcess } = await startBusy(t);

  otherProcess.exec('begin immediate');
  const first = registry.author.publish({ version: '1.0.0' });
  await delay(2500);
  const second = registry.author.publish({ version: '2.0.0' });
  assert.equal((await first).status, 503);
  otherProcess.exec('rollback');

  assert.equal((await second).status, 201);
});
