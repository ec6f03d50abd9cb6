// Overload: excess requests are refused at once, and the others go on.
import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import {
  encodeForm,
  eventually,
  expectProblem,
  manifestText,
  RawClient,
  type RegistryOptions,
  startRegistry,
  tarballOf,
} from '@prime-registry/testkit';
import { LoadMonitor } from '../../src/http/admission/load-monitor.ts';
import { LoopDelay } from '../../src/http/admission/loop-delay.ts';

const PATH = '/pack/@acme/web-style';

async function start(t: TestContext, options: RegistryOptions) {
  const registry = await startRegistry(options);
  const clients: RawClient[] = [];
  t.after(async () => {
    for (const client of clients) client.destroy();
    await registry.stop();
  });
  const connect = async (): Promise<RawClient> => {
    const client = await RawClient.connect(registry.baseUrl);
    clients.push(client);
    return client;
  };
  return { ...registry, connect };
}

suite('connections', () => {
  const get = async (client: RawClient, path: string) => {
    await client.sendHead(`GET ${path} HTTP/1.1`, {});
    return client.readAnswer();
  };

  test('one over the limit is refused and closed, but health is answered on it', async (t) => {
    const { connect } = await start(t, { maxConnections: 2 });
    const inside = [await connect(), await connect()];
    for (const client of inside) assert.equal((await get(client, '/-/health/live')).status, 200);
    for (const path of [PATH, '/search?q=web', '/nowhere', '/-/whoami']) {
      const client = await connect();
      const answer = await get(client, path);
      assert.match(expectProblem(answer, 'overloaded').detail, /^There are too many connections/);
      assert.equal(answer.headers.get('connection'), 'close');
      assert.equal(await client.readToEnd(), '');
    }
    for (const path of ['/-/health/live', '/-/health/ready', '/-/metrics']) {
      const client = await connect();
      await client.sendHead(`GET ${path} HTTP/1.1`, {});
      assert.match(await client.readToEnd(), /^HTTP\/1\.1 200 .*connection: close/is);
    }
    for (const client of inside)
      assert.equal((await get(client, PATH)).status, 404, 'connections within the limit go on');
    inside[0]?.destroy();
    await eventually(async () => assert.equal((await get(await connect(), PATH)).status, 404));
  });

  test('a publish on one over the limit is refused before its body is sent', async (t) => {
    const { connect, author } = await start(t, { maxConnections: 1 });
    await connect();
    const client = await connect();
    await client.sendHead('POST /publish HTTP/1.1', {
      Authorization: `Bearer ${author.token}`,
      'Content-Type': 'multipart/form-data; boundary=x',
      'Content-Length': '50000000',
      Expect: '100-continue',
    });
    const answer = await client.readAnswer();
    expectProblem(answer, 'overloaded');
    assert.deepEqual(answer.interim, [], 'the body was not requested');
  });
});

suite('uploads', () => {
  const form = encodeForm([
    { name: 'manifest', body: manifestText() },
    { name: 'tarball', body: tarballOf({}) ?? '', fileName: 'prime.tar.gz' },
  ]);

  test('one over the limit is refused before its body is read; when another ends there is room again', async (t) => {
    const { connect, author, anonymous, listFiles } = await start(t, { maxUploads: 1 });
    const head = {
      Authorization: `Bearer ${author.token}`,
      'Content-Type': form.contentType,
      'Content-Length': String(form.body.length),
    };
    const first = await connect();
    await first.sendHead('POST /publish HTTP/1.1', head);
    await first.send(form.body.subarray(0, -10));
    await eventually(async () => assert.equal((await listFiles()).length, 1));
    const second = await connect();
    await second.sendHead('POST /publish HTTP/1.1', { ...head, Expect: '100-continue' });
    const refused = await second.readAnswer();
    assert.match(expectProblem(refused, 'overloaded').detail, /^There are too many uploads/);
    assert.deepEqual(refused.interim, []);
    expectProblem(await anonymous.publish(), 'unauthenticated');
    assert.equal((await anonymous.get(PATH)).status, 404, 'reads go on');
    await first.send(form.body.subarray(-10));
    assert.equal((await first.readAnswer()).status, 201);
    assert.equal((await author.publish({ version: '2.0.0' })).status, 201);
    expectProblem(await author.publish({ manifest: 'nonsense' }), 'invalid_manifest');
    assert.equal((await author.publish({ version: '3.0.0' })).status, 201, 'a failed upload frees its slot');
  });
});

suite('overload', () => {
  test('publishes and searches are refused; reads, health and yanks are answered', async (t) => {
    const roomy = await start(t, {});
    await roomy.author.mustPublish({ version: '1.0.0-a' });
    // Every process takes more memory than this.
    const { author, anonymous, store } = await start(t, { maxMemoryBytes: 1024 });
    assert.match(expectProblem(await author.publish(), 'overloaded').detail, /^The registry is overloaded/);
    expectProblem(await anonymous.get('/search?q=web'), 'overloaded');
    expectProblem(await anonymous.publish(), 'overloaded');
    assert.equal((await anonymous.get(PATH)).status, 404);
    assert.equal((await anonymous.get('/-/health/ready')).status, 200);
    assert.equal((await anonymous.get('/-/metrics')).status, 200);
    assert.equal((await author.yank('@acme/web-style', '1.0.0-a')).status, 404);
    assert.deepEqual(await store.listVersions('@acme/web-style'), []);
  });

  test('is noticed when the event loop lags, and when that is over', async (t) => {
    const changes: boolean[] = [];
    const monitor = new LoadMonitor({ overloadDelayMs: 50, maxMemoryBytes: 0 }, ({ isOverloaded }) => {
      changes.push(isOverloaded);
    });
    t.after(() => monitor.stop());
    assert.equal(monitor.isOverloaded, false);
    await eventually(() => {
      const end = performance.now() + 200;
      while (performance.now() < end);
      assert.equal(monitor.isOverloaded, true);
    });
    await eventually(async () => {
      await delay(20);
      assert.equal(monitor.isOverloaded, false);
    });
    assert.deepEqual(changes, [true, false]);
  });

  test('is not looked for without work, and again with the next request', async (t) => {
    const monitor = new LoadMonitor({ overloadDelayMs: 50, maxMemoryBytes: 0 }, () => {});
    t.after(() => monitor.stop());
    const isAsleep = () => eventually(() => assert.equal(monitor.loopDelay.isAwake, false));
    await isAsleep();
    monitor.wake();
    assert.equal(monitor.loopDelay.isAwake, true);
    await isAsleep();
    const { store: _store, ...registry } = await start(t, {});
    const lag = async () => {
      const { text } = await registry.anonymous.get('/-/metrics');
      return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]);
    };
    await lag();
    await eventually(async () => {
      const end = performance.now() + 100;
      while (performance.now() < end);
      const seconds = await lag();
      assert.ok(seconds > 0.02 && seconds < 60, String(seconds));
    });
  });

  test('the delay of the event loop is measured in nanoseconds', async (t) => {
    const means: number[] = [];
    const delays = new LoopDelay((meanMs) => void means.push(meanMs));
    t.after(() => delays.stop());
    delays.wake();
    const end = performance.now() + 600;
    while (performance.now() < end);
    await eventually(() => assert.equal(means.length > 0, true));
    assert.ok((means[0] ?? 0) >= 500, String(means));
    assert.ok(delays.delays.max >= 500e6, String(delays.delays.max));
  });
});
