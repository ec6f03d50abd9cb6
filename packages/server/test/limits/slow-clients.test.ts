// Slow clients: none of them keeps its connection for ever.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import {
  buildTarball,
  encodeForm,
  eventually,
  expectProblem,
  manifestText,
  RawClient,
  type RegistryOptions,
  startRegistry,
} from '@prime-registry/testkit';

const BRIEFLY_MS = 300;
const LONG_MS = 600_000;
const PATIENT = {
  headersTimeoutMs: LONG_MS,
  requestTimeoutMs: LONG_MS,
  stallTimeoutMs: LONG_MS,
  keepAliveMs: LONG_MS,
};

async function start(t: TestContext, options: RegistryOptions) {
  const registry = await startRegistry({ ...PATIENT, ...options });
  const clients: RawClient[] = [];
  t.after(async () => {
    for (const client of clients) client.destroy();
    await registry.stop();
  });
  const connect = async (): Promise<RawClient> => {
    const client = await RawClient.connect(registry.baseUrl, { staysOpen: true });
    clients.push(client);
    return client;
  };
  const beginUpload = async (): Promise<RawClient> => {
    const client = await connect();
    const { contentType } = encodeForm([{ name: 'manifest', body: manifestText() }]);
    await client.sendHead('POST /publish HTTP/1.1', {
      Authorization: `Bearer ${registry.author.token}`,
      'Content-Type': contentType,
      'Content-Length': '1000000',
    });
    return client;
  };
  return { ...registry, connect, beginUpload };
}

/** A whole publish of the version 1.0.0. */
function encodePublish() {
  return encodeForm([
    { name: 'manifest', body: manifestText() },
    { name: 'tarball', body: buildTarball({ 'a.md': 'a' }), fileName: 'a.tar.gz' },
  ]);
}

suite('slow clients', () => {
  test('headers that arrive too slowly are a 408', async (t) => {
    const { connect } = await start(t, { headersTimeoutMs: BRIEFLY_MS });
    const client = await connect();
    await client.send('GET / HTTP/1.1\r\nHost: registry\r\n');
    const drip = setInterval(() => client.send('X-A: a\r\n'), 20);
    t.after(() => clearInterval(drip));
    expectProblem(await client.readAnswer(), 'request_timeout');
    assert.equal(await client.readToEnd(), '');
  });

  test('a connection without any bytes is closed', async (t) => {
    for (const options of [{ headersTimeoutMs: BRIEFLY_MS }, { stallTimeoutMs: BRIEFLY_MS }]) {
      const { connect } = await start(t, options);
      await (await connect()).waitForEnd();
    }
  });

  test('a stalled upload is a 408, long before the request timeout', async (t) => {
    const { beginUpload, listFiles } = await start(t, { stallTimeoutMs: BRIEFLY_MS });
    const client = await beginUpload();
    expectProblem(await client.readAnswer(), 'request_timeout');
    await client.readToEnd();
    await eventually(async () => assert.deepEqual(await listFiles(), []));
  });

  test('the rest of an upload that was a 408 is not published', async (t) => {
    const { connect, author, anonymous, listFiles } = await start(t, { stallTimeoutMs: BRIEFLY_MS });
    const client = await connect();
    const { contentType, body } = encodePublish();
    await client.sendHead('POST /publish HTTP/1.1', {
      Authorization: `Bearer ${author.token}`,
      'Content-Type': contentType,
      'Content-Length': String(body.length),
    });
    await client.send(body.subarray(0, -1));
    expectProblem(await client.readAnswer(), 'request_timeout');
    await client.send(body.subarray(-1));
    await client.readToEnd();
    await eventually(async () => assert.deepEqual(await listFiles(), []));
    assert.equal((await anonymous.get('/pack/@acme/web-style')).status, 404);
  });

  test('the time that the registry works is no stall', async (t) => {
    const stallTimeoutMs = BRIEFLY_MS;
    const { author, anonymous, dataFolder } = await start(t, { stallTimeoutMs });
    await author.mustPublish({ version: '1.0.0' });
    const otherProcess = new DatabaseSync(join(dataFolder, 'registry.sqlite'));
    t.after(() => otherProcess.close());
    otherProcess.exec('begin immediate');
    const publishing = author.publish({ version: '2.0.0' });
    await delay(5 * stallTimeoutMs);
    otherProcess.exec('rollback');
    assert.equal((await publishing).status, 201);
    assert.equal((await anonymous.get('/pack/@acme/web-style')).json.latest, '2.0.0');
  });

  test('garbage behind a publish is no answer to it', async (t) => {
    const { connect, author } = await start(t, {});
    const client = await connect();
    const { contentType, body } = encodePublish();
    await client.sendHead('POST /publish HTTP/1.1', {
      Authorization: `Bearer ${author.token}`,
      'Content-Type': contentType,
      'Content-Length': String(body.length),
    });
    await client.send(Buffer.concat([body, Buffer.from('garbage\r\n\r\n'.repeat(3))]));
    assert.equal((await client.readAnswer()).status, 201);
    expectProblem(await client.readAnswer(), 'invalid_request');
    assert.equal(await client.readToEnd(), '');
  });

  test('a slow upload has the whole request timeout', async (t) => {
    const { beginUpload } = await start(t, { requestTimeoutMs: 2 * BRIEFLY_MS, stallTimeoutMs: BRIEFLY_MS });
    const client = await beginUpload();
    const drip = setInterval(() => client.send('x'), 20);
    t.after(() => clearInterval(drip));
    expectProblem(await client.readAnswer(), 'request_timeout');
  });

  test('a download that is not read is aborted', async (t) => {
    // Longer than a worker thread takes to start, which reads the tarball.
    const { connect, author, log } = await start(t, { stallTimeoutMs: 10 * BRIEFLY_MS });
    await author.mustPublish({ tarball: buildTarball({ 'data.bin': randomBytes(12_000_000) }, 0) });
    const client = await connect();
    await client.sendHead('GET /pack/@acme/web-style/1.0.0/tarball HTTP/1.1', {});
    await eventually(() => assert.ok(log.some((line) => line.includes('the client went away'))));
  });

  test('a connection is kept for the next request, for a while', async (t) => {
    const { connect } = await start(t, { keepAliveMs: BRIEFLY_MS });
    const client = await connect();
    for (let times = 0; times < 2; times += 1) {
      await client.sendHead('GET /-/health/live HTTP/1.1', {});
      assert.equal((await client.readAnswer()).status, 200);
    }
    assert.equal(await client.readToEnd(), '', 'it is closed, and nothing is sent');
  });
});
