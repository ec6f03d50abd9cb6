// Killed workers are replaced without losing anything acknowledged, and no worker outlives the primary.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type Actor, buildTarball, eventually, RawClient } from '@prime-registry/testkit';
import { beginPublish } from '../publish-by-hand.ts';
import { listFiles, serveHere } from '../temporary-registry.ts';
import {
  connectToEach,
  freezeWorker,
  getOver,
  hasListened,
  killWorker,
  listPids,
  readLog,
  startWorkers,
} from './workers.ts';

// More than may die without an answer in between.
const KILLS = 6;
const PUBLISHERS = 2;

test('a worker that is killed under load loses no acknowledged version, and service goes on', async (t) => {
  const registry = await startWorkers(t);
  const acknowledged = new Map<string, Buffer>();
  let lastVersion = 0;
  let isOver = false;
  let isStarting = false;

  /** Publishes until the test is over; an aborted publish is not retried. */
  async function publish(author: Actor): Promise<void> {
    while (!isOver) {
      // Leaves the processor to the start of a new worker. Workers are killed while nothing waits here for long.
      await delay(isStarting ? 100 : 5);
      lastVersion += 1;
      const version = `1.${lastVersion}.0`;
      const tarball = buildTarball({ 'data.bin': randomBytes(30_000) });
      const answer = await author.publish({ version, tarball }).catch(() => undefined);
      if (answer === undefined) continue;
      assert.equal(answer.status, 201, answer.text);
      acknowledged.set(version, tarball);
    }
  }

  const publishing = Promise.all(Array.from({ length: PUBLISHERS }, () => publish(registry.admin)));
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const killed = 1 + (kill % 2);
      const [first, second] = await connectToEach(t, registry);
      const survivor = killed === 1 ? second : first;
      const before = listPids(registry, killed).length;
      killWorker(registry, killed);
      isStarting = true;
      const replaced = hasListened(registry, killed, before + 1).finally(() => {
        isStarting = false;
      });
      while (isStarting) {
        assert.equal((await getOver(survivor, '/-/health/ready')).status, 200, 'the other goes on');
        await delay(50);
      }
      await replaced;
      const known = acknowledged.size;
      await eventually(() => assert.ok(acknowledged.size > known, 'publishes go on'));
    }
  } finally {
    isOver = true;
    await publishing;
  }

  const { versions } = (await registry.anonymous.get('/pack/@acme/web-style')).json;
  const listed: string[] = versions.map(({ version }: { version: string }) => version);
  assert.ok(listed.length >= acknowledged.size);
  for (const version of listed) {
    const { status, bytes } = await registry.anonymous.get(`/pack/@acme/web-style/${version}/tarball`);
    assert.equal(status, 200, version);
    assert.ok(acknowledged.get(version)?.equals(bytes) ?? true, version);
  }
  for (const version of acknowledged.keys()) assert.ok(listed.includes(version), `${version} is lost`);
  const deaths = readLog(registry, '"msg":"a worker died"');
  assert.deepEqual(
    deaths.map(({ worker, reason }) => [worker, reason]),
    [1, 2, 1, 2, 1, 2].map((worker) => [worker, `worker ${worker} was ended by SIGKILL`]),
  );
});

test('workers that are killed or hang', async (t) => {
  const registry = await startWorkers(t, { flags: ['--shutdown-grace', '1ms'] });

  await t.test('a replacement removes the abandoned uploads of its predecessor, and not others', async () => {
    const [first, second] = await connectToEach(t, registry);
    const lost = await beginPublish(registry, { version: '1.0.0' }, first);
    const [leftover] = await listFiles(registry.dataFolder, 'uploads');
    const kept = await beginPublish(registry, { version: '2.0.0' }, second);
    killWorker(registry, 1);
    await assert.rejects(lost.finish(), /no answer/);
    await hasListened(registry, 1, 2);
    const uploads = await listFiles(registry.dataFolder, 'uploads');
    assert.equal(uploads.length, 1);
    assert.ok(!uploads.includes(leftover ?? ''));
    assert.equal((await kept.finish()).status, 201);
    assert.equal((await registry.anonymous.get('/pack/@acme/web-style/2.0.0/tarball')).status, 200);
  });

  await t.test('when all are killed at once, the next ones listen on the same port', async () => {
    for (const worker of [1, 2]) killWorker(registry, worker);
    await hasListened(registry, 1, 3);
    await hasListened(registry, 2, 2);
    for (const client of await connectToEach(t, registry)) {
      assert.equal((await getOver(client, '/-/health/ready')).status, 200);
    }
  });

  const skip = process.platform === 'win32' ? 'there are no signals on Windows' : false;

  await t.test('a hanging one does not prevent the end of the registry', { skip }, async () => {
    freezeWorker(t, registry, 2);
    assert.equal(await registry.end('SIGTERM'), 0);
    assert.match(registry.stderr(), /workers did not end in time and are killed/);
  });
});

test('when the primary is killed, nothing is left running: no request in flight, no worker that has just begun to start', async (t) => {
  const registry = await startWorkers(t);
  const [, second] = await connectToEach(t, registry);
  const { finish } = await beginPublish(registry, {}, second);
  killWorker(registry, 1);
  await eventually(() => assert.ok(readLog(registry, '"msg":"a worker died"').length > 0));
  assert.equal(await registry.end('SIGKILL'), null);
  // A process that holds the outputs open still runs.
  assert.ok(registry.child.stdout.closed && registry.child.stderr.closed);
  await assert.rejects(finish(), /no answer/);
  await assert.rejects(RawClient.connect(registry.baseUrl), { code: 'ECONNREFUSED' });

  const next = await serveHere(t, { dataFolder: registry.dataFolder });
  assert.equal((await next.admin.publish()).status, 201, 'it was not published partially');
});

test('workers in a crash loop end the registry with exit code 1', async (t) => {
  const registry = await startWorkers(t);
  const uploads = join(registry.dataFolder, 'uploads');
  await rm(uploads, { recursive: true });
  await writeFile(uploads, '');
  killWorker(registry, 2);
  if (registry.child.exitCode === null) await once(registry.child, 'exit');
  assert.equal(registry.child.exitCode, 1);
  const lines = registry.stderr().trimEnd().split('\n');
  const last = lines.pop() ?? '';
  assert.match(last, /^prime-registry: workers die before they answer a request; the last one: .*uploads/);
  const deaths = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'a worker died');
  assert.deepEqual(
    deaths.map(({ worker, pause_ms }) => [worker, pause_ms]),
    [100, 200, 400, 800].map((pauseMs) => [2, pauseMs]),
  );
});
