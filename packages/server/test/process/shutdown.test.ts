// Graceful shutdown: in-flight requests are drained, new ones are refused, and nothing delays it for ever.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { buildTarball, RawClient } from '@prime-registry/testkit';
import { beginPublish } from './publish-by-hand.ts';
import {
  listFiles,
  refusesConnections,
  serveHere,
  start,
  type TemporaryRegistry,
} from './temporary-registry.ts';

/** More than the buffers of a connection. */
const LARGE = buildTarball({ 'data.bin': randomBytes(12_000_000) });

/** Resolves once the server has received what was sent before: it accepts requests in order. */
async function hasSeenAll({ anonymous }: TemporaryRegistry): Promise<void> {
  assert.equal((await anonymous.get('/-/health/live')).status, 200);
}

for (const workers of [1, 2]) {
  const flags = ['--workers', String(workers)];
  describe(`an upload in flight, with --workers ${workers},`, { concurrency: 2 }, () => {
    // With workers, the primary passes both on in the same way, and the last test sends SIGINT.
    const signals = workers === 1 ? (['SIGTERM', 'SIGINT'] as const) : (['SIGTERM'] as const);
    for (const signal of signals) {
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

        const next = await serveHere(t, { dataFolder: registry.dataFolder });
        assert.equal((await next.anonymous.get('/pack/@acme/web-style/1.0.0/tarball')).status, 200);
      });
    }

    test('is aborted after --shutdown-grace if it does not end, and so is a download that nobody reads', async (t) => {
      const registry = await start(t, { flags: [...flags, '--shutdown-grace', '100ms'] });
      await registry.admin.publish({ name: '@acme/large', tarball: LARGE });
      const reader = await RawClient.connect(registry.baseUrl);
      await reader.sendHead('GET /pack/@acme/large/1.0.0/tarball HTTP/1.1', {});
      await hasSeenAll(registry);
      const { client } = await beginPublish(registry);
      assert.equal(await registry.end('SIGTERM'), 0);
      await assert.rejects(client.readAnswer(), /no answer/);
      reader.destroy();
      await leavesNothing(registry, 1);
    });

    test('is aborted at once by a second signal', async (t) => {
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

/** @param tarballs - of versions */
async function leavesNothing({ dataFolder, stderr }: TemporaryRegistry, tarballs = 0): Promise<void> {
  assert.deepEqual(await listFiles(dataFolder, 'uploads'), []);
  assert.equal((await listFiles(dataFolder, 'blobs/sha256')).length, tarballs);
  const failures = stderr()
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line));
  assert.deepEqual(failures, [], 'an aborted upload is not a failure of the registry');
}

describe('the shutdown is not delayed', () => {
  test('by an idle connection, one that has sent nothing or half a head, or one that is kept alive after its download', async (t) => {
    const registry = await start(t, { flags: ['--shutdown-grace', '1h'] });
    await registry.admin.publish({ tarball: LARGE });
    const reader = await RawClient.connect(registry.baseUrl);
    await reader.sendHead('GET /pack/@acme/web-style/1.0.0/tarball HTTP/1.1', {});
    const clients = await Promise.all([1, 2, 3, 4].map(() => RawClient.connect(registry.baseUrl)));
    const [idle, , begun, begunAgain] = clients;
    for (const client of [idle, begunAgain]) {
      await client?.sendHead('GET /-/health/live HTTP/1.1', {});
      assert.equal((await client?.readAnswer())?.status, 200);
    }
    for (const client of [begun, begunAgain]) await client?.send('GET /-/health/li');
    await hasSeenAll(registry);
    const ended = registry.end('SIGTERM');
    await refusesConnections(registry);
    assert.ok((await reader.readToEnd()).length > LARGE.length);
    assert.equal(await ended, 0);
    for (const client of clients) client.destroy();
  });
});
