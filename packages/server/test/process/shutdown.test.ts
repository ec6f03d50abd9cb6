// How the server stops: what is under way may end, what is new is turned away, and nothing holds it up for ever.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { buildTarball, RawClient } from '@prime-registry/testkit';
import { beginPublish } from './publish-by-hand.ts';
import { listFiles, refusesConnections, start, type TemporaryRegistry } from './temporary-registry.ts';

/** Resolves once the server has seen what was sent before: requests are taken in the order in which they come. */
async function hasSeenAll({ anonymous }: TemporaryRegistry): Promise<void> {
  assert.equal((await anonymous.get('/-/health/live')).status, 200);
}

for (const workers of [1, 2]) {
  const flags = ['--workers', String(workers)];
  describe(`an upload that is under way, with --workers ${workers},`, { concurrency: 2 }, () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      test(`at ${signal} gets its 201, while new connections are refused`, async (t) => {
        const registry = await start(t, { flags });
        const { finish } = await beginPublish(registry);
        const ended = registry.end(signal);
        await refusesConnections(registry);
        const answer = await finish();
        assert.equal(answer.status, 201, answer.text);
        assert.equal(answer.headers.get('connection'), 'close');
        assert.equal(await ended, 0);
        const reasons = registry.stderr().match(/"signal":"\w+"/g);
        assert.deepEqual(reasons, [`"signal":"${signal}"`], 'it is logged once');

        const next = await start(t, { dataFolder: registry.dataFolder, flags });
        assert.equal((await next.anonymous.get('/pack/@acme/web-style/1.0.0/tarball')).status, 200);
      });
    }

    test('and never ends is cut off after --shutdown-grace', async (t) => {
      const registry = await start(t, { flags: [...flags, '--shutdown-grace', '100ms'] });
      const { client } = await beginPublish(registry);
      assert.equal(await registry.end('SIGTERM'), 0);
      await assert.rejects(client.readAnswer(), /no answer/);
      await leavesNothing(registry);
    });

    test('is cut off at once by a second signal', async (t) => {
      const registry = await start(t, { flags: [...flags, '--shutdown-grace', '1h'] });
      const { client } = await beginPublish(registry);
      registry.child.kill('SIGTERM');
      await refusesConnections(registry);
      assert.equal(await registry.end('SIGINT'), 0);
      await assert.rejects(client.readAnswer(), /no answer/);
      await leavesNothing(registry);
    });
  });
}

async function leavesNothing({ dataFolder, stderr }: TemporaryRegistry): Promise<void> {
  assert.deepEqual(await listFiles(dataFolder, 'uploads'), []);
  assert.deepEqual(await listFiles(dataFolder, 'blobs'), []);
  const failures = stderr()
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line));
  assert.deepEqual(failures, [], 'an upload that is cut off is no failure of the registry');
}

describe('nothing else holds the end up', { concurrency: 2 }, () => {
  test('not a connection that is kept alive, or one that has sent nothing or half a head', async (t) => {
    const registry = await start(t, { flags: ['--shutdown-grace', '1h'] });
    const clients = await Promise.all([1, 2, 3, 4].map(() => RawClient.connect(registry.baseUrl)));
    const [idle, , begun, begunAgain] = clients;
    for (const client of [idle, begunAgain]) {
      await client?.sendHead('GET /-/health/live HTTP/1.1', {});
      assert.equal((await client?.readAnswer())?.status, 200);
    }
    for (const client of [begun, begunAgain]) await client?.send('GET /-/health/li');
    await hasSeenAll(registry);
    assert.equal(await registry.end('SIGTERM'), 0);
    for (const client of clients) client.destroy();
  });

  test('not a connection that would be kept alive after its download', async (t) => {
    const registry = await start(t, { flags: ['--shutdown-grace', '1h'] });
    const tarball = buildTarball({ 'data.bin': randomBytes(12_000_000) });
    await registry.admin.publish({ tarball });
    const client = await RawClient.connect(registry.baseUrl);
    await client.sendHead('GET /pack/@acme/web-style/1.0.0/tarball HTTP/1.1', {});
    await hasSeenAll(registry);
    const ended = registry.end('SIGTERM');
    await refusesConnections(registry);
    assert.ok((await client.readToEnd()).length > tarball.length);
    assert.equal(await ended, 0);
  });

  test('not a client that takes its time with a download, longer than the grace', async (t) => {
    const registry = await start(t, { flags: ['--shutdown-grace', '100ms'] });
    await registry.admin.publish({ tarball: buildTarball({ 'data.bin': randomBytes(12_000_000) }) });
    const client = await RawClient.connect(registry.baseUrl);
    await client.sendHead('GET /pack/@acme/web-style/1.0.0/tarball HTTP/1.1', {});
    await hasSeenAll(registry);
    assert.equal(await registry.end('SIGTERM'), 0);
    client.destroy();
  });
});
