// When a cached answer may be sent, and when an answer may be cached: each race, step by step.
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Actor, type Answer, eventually, RawClient } from '@prime-registry/testkit';
import Fastify from 'fastify';
import { createRequestIdReader } from '../../../src/http/requests/request-id.ts';
import { createSecrets } from '../../../src/http/requests/secrets.ts';
import { HotReads } from '../../../src/http/response-cache/hot-reads.ts';
import { createHotReadRecorder } from '../../../src/http/response-cache/record-hot-read.ts';
import { createRegistryMetrics } from '../../../src/metrics/registry-metrics.ts';

const metrics = createRegistryMetrics();
const nothing = async (): Promise<void> => undefined;

/** A store with one value, which the routes answer with. */
class FakeStore {
  value = 'first';
  stamp = 1;
  /** How often its stamp and its value were read. */
  looks = 0;
  reads = 0;
  isBroken = false;
  isClosing = false;
  /** What a route awaits before it reads, and before it answers. */
  beforeRead = nothing;
  beforeAnswer = nothing;
  /** What an asynchronous stamp awaits. */
  beforeStamp: (() => Promise<void>) | undefined;

  commit(value: string): void {
    this.value = value;
    this.stamp += 1;
  }

  changeStamp(): number | Promise<number> {
    this.looks += 1;
    if (this.beforeStamp !== undefined) return this.#findStamp(this.beforeStamp);
    if (this.isBroken) throw new Error('the store cannot answer');
    return this.stamp;
  }

  async #findStamp(wait: () => Promise<void>): Promise<number> {
    const { stamp } = this;
    await wait();
    if (this.isBroken) throw new Error('the store cannot answer');
    return stamp;
  }

  async read(): Promise<string> {
    await this.beforeRead();
    this.reads += 1;
    const { value, beforeAnswer } = this;
    await beforeAnswer();
    return value;
  }
}

/** The total duration of hot reads, in seconds. */
async function readSeconds(): Promise<number> {
  const { values } = await metrics.requestDuration.get();
  return values.find(({ metricName = '' }) => metricName.endsWith('_sum'))?.value ?? 0;
}

/** Leases for answers below /pack/leased, as long as the test says. */
class FakeLeases {
  durationMs = 0;

  grant(_stamp: number, lookedAtMs: number): number {
    return this.durationMs === 0 ? 0 : lookedAtMs + this.durationMs;
  }

  beforeHeaders: () => void = () => undefined;

  proxyHeaders(): readonly string[] {
    this.beforeHeaders();
    return ['x-accel-expires', '@1'];
  }
}

async function start(t: TestContext, { maxBytes = 1_000_000 } = {}) {
  const store = new FakeStore();
  const leases = new FakeLeases();
  const app = Fastify();
  const record = createHotReadRecorder({
    metrics,
    downloads: { count: () => undefined },
    log: undefined,
    addressOf: () => '192.0.2.1',
  });
  const hotReads = new HotReads({
    maxBytes,
    changeStamp: () => store.changeStamp(),
    leases,
    isClosing: () => store.isClosing,
    countRead: undefined,
    mustRoute: () => false,
    requestIdOf: createRequestIdReader(() => false),
    secrets: createSecrets(undefined),
    record,
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.url.startsWith('/pack/leased')) hotReads.lease(request);
    const downloadKey = request.url.endsWith('-tarball') ? 'tarball' : undefined;
    if (typeof payload === 'string') hotReads.keep(request, reply, payload, downloadKey);
    return payload;
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => body.resume().once('end', () => done(null)));
  for (const url of ['/pack/:name', '/other/:name']) {
    app.route({ method: ['GET', 'HEAD', 'POST', 'DELETE'], url, handler: () => store.read() });
  }
  await app.ready();
  hotReads.attach(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  t.after(() => {
    // After a failed test, requests may still wait at a gate.
    app.server.closeAllConnections();
    return app.close();
  });
  const { port } = app.server.address() as AddressInfo;
  const client = new Actor(`http://127.0.0.1:${port}`, undefined);
  const ask = async (path = '/pack/a'): Promise<string> => (await client.get(path)).text;
  /** Fails unless `act` causes this many reads. */
  const assertReads = async (reads: number, act: () => Promise<unknown>): Promise<void> => {
    const before = store.reads;
    await act();
    assert.equal(store.reads - before, reads);
  };
  return { store, leases, server: app.server, client, ask, assertReads };
}

/** A point where a caller arrives and waits until it is opened. */
function makeGate() {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const pass = (): Promise<void> => {
    arrive();
    return opened;
  };
  return { pass, arrived, open };
}

describe('what was read before a commit', () => {
  test('is never cached as if it were read after it', async (t) => {
    const { store, ask, assertReads } = await start(t);
    const gate = makeGate();
    store.beforeAnswer = gate.pass;
    const slow = ask();
    await gate.arrived;
    store.beforeAnswer = nothing;
    store.commit('second');
    gate.open();
    assert.equal(await slow, 'first');
    await assertReads(1, async () => assert.equal(await ask(), 'second'));
    await assertReads(0, async () => assert.equal(await ask(), 'second'));
  });

  test('does not replace what was read after it', async (t) => {
    const { store, ask } = await start(t);
    const gate = makeGate();
    store.beforeAnswer = gate.pass;
    const slow = ask();
    await gate.arrived;
    store.beforeAnswer = nothing;
    store.commit('second');
    assert.equal(await ask(), 'second');
    gate.open();
    assert.equal(await slow, 'first');
    for (let time = 0; time < 3; time += 1) assert.equal(await ask(), 'second');
  });

  test('is not sent to anybody who asks after it, even if it was cached long before', async (t) => {
    const { store, ask, assertReads } = await start(t);
    await ask();
    await assertReads(0, async () => assert.equal(await ask(), 'first'));
    store.commit('second');
    await assertReads(1, async () => assert.equal(await ask(), 'second'));
    store.commit('first');
    await assertReads(1, async () => assert.equal(await ask(), 'first'));
  });
});

test('what was read after a commit, by a request from before it, is right for everybody', async (t) => {
  const { store, ask } = await start(t);
  const gate = makeGate();
  store.beforeRead = gate.pass;
  const slow = ask();
  await gate.arrived;
  store.beforeRead = nothing;
  store.commit('second');
  gate.open();
  assert.equal(await slow, 'second');
  assert.equal(await ask(), 'second');
  store.commit('third');
  assert.equal(await ask(), 'third');
});

/** Sends several requests in one packet. @returns their answers */
async function sendTogether(client: Actor, heads: readonly string[]): Promise<string[]> {
  const raw = await RawClient.connect(client.baseUrl);
  await raw.send(heads.map((head) => `${head}\r\nHost: x\r\n\r\n`).join(''));
  const texts: string[] = [];
  for (const _ of heads) texts.push((await raw.readAnswer()).text);
  raw.destroy();
  return texts;
}

describe('requests that arrive together', () => {
  const heads = ['a', 'b', 'c', 'a'].map((name) => `GET /pack/${name} HTTP/1.1`);

  test('are answered after one look at the store; later ones after another look', async (t) => {
    const { store, client, ask, assertReads } = await start(t);
    for (const name of 'abc') await ask(`/pack/${name}`);
    await assertReads(0, async () => {
      store.looks = 0;
      assert.deepEqual(await sendTogether(client, heads), ['first', 'first', 'first', 'first']);
      assert.equal(store.looks, 1);
      await ask();
      await ask('/pack/b');
      assert.equal(store.looks, 3);
    });
  });

  test('are answered after the last of them arrived: the second sees a commit between the two', async (t) => {
    const { store, server, client, ask } = await start(t);
    for (const name of 'abc') await ask(`/pack/${name}`);
    server.prependListener('request', ({ url }: IncomingMessage) => {
      if (url === '/pack/c') store.commit('second');
    });
    const [, , third, fourth] = await sendTogether(client, heads);
    assert.deepEqual([third, fourth], ['second', 'second']);
  });

  test('are answered even if one of them was aborted', async (t) => {
    const { server, client, ask, assertReads } = await start(t);
    for (const path of ['/pack/a', '/pack/b', '/pack/gone']) await ask(path);
    server.prependListener('request', ({ url, socket }: IncomingMessage) => {
      if (url === '/pack/gone') socket.destroy();
    });
    await assertReads(0, async () => {
      for (let round = 0; round < 5; round += 1) {
        const gone = await RawClient.connect(client.baseUrl);
        const others = ask();
        await gone.send(
          ['b', 'gone', 'b'].map((name) => `GET /pack/${name} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''),
        );
        await gone.readToEnd();
        assert.equal(await others, 'first');
      }
    });
  });
});

describe('with an asynchronous stamp', () => {
  test('requests that arrive during a look wait for the next one, which sees a later commit', async (t) => {
    const { store, server, ask, assertReads } = await start(t);
    for (const path of ['/pack/a', '/pack/b', '/pack/c']) await ask(path);
    let received = 0;
    server.on('request', () => {
      received += 1;
    });
    const [first, second] = [makeGate(), makeGate()];
    store.beforeStamp = first.pass;
    store.looks = 0;
    const early = ask('/pack/a');
    await first.arrived;
    store.beforeStamp = second.pass;
    store.commit('second');
    // Sent after the commit, and received: the look in flight must not answer them.
    const late = ['/pack/b', '/pack/c'].map((path) => ask(path));
    await eventually(() => assert.equal(received, 3));
    assert.equal(store.looks, 1);
    await assertReads(2, async () => {
      first.open();
      assert.equal(await early, 'first');
      await second.arrived;
      second.open();
      for (const answer of late) assert.equal(await answer, 'second');
    });
    assert.equal(store.looks, 2, 'one look for all that waited');
    store.beforeStamp = nothing;
    await assertReads(1, async () => assert.equal(await ask('/pack/a'), 'second'));
    await assertReads(0, async () => assert.equal(await ask('/pack/a'), 'second'));
  });

  test('the recorded duration includes the wait for it', async (t) => {
    const { store, ask, assertReads } = await start(t);
    await ask();
    store.beforeStamp = () => delay(50);
    const before = await readSeconds();
    await assertReads(0, ask);
    assert.ok((await readSeconds()) - before >= 0.049);
  });

  test('a failure sends the requests to the routes, and the next ones are looked up as before', async (t) => {
    const { store, ask, assertReads } = await start(t);
    await ask();
    store.beforeStamp = nothing;
    store.isBroken = true;
    await assertReads(2, async () => {
      await ask();
      await ask();
    });
    store.isBroken = false;
    await assertReads(1, () => ask('/pack/b'));
    await assertReads(0, () => ask('/pack/b'));
  });
});

describe('nothing comes from the cache', () => {
  test('while the store cannot give its stamp, and nothing is cached then', async (t) => {
    const { store, ask, assertReads } = await start(t);
    await ask();
    store.isBroken = true;
    await assertReads(2, async () => {
      await ask();
      await ask();
    });
    await assertReads(1, () => ask('/pack/b'));
    store.isBroken = false;
    await assertReads(1, () => ask('/pack/b'));
    await assertReads(0, () => ask('/pack/b'));
  });

  test('once the server is closing', async (t) => {
    const { store, ask, assertReads } = await start(t);
    await ask();
    store.isClosing = true;
    await assertReads(2, async () => {
      await ask();
      await ask();
    });
  });

  test('without memory for it: not even the stamp is read', async (t) => {
    const { store, ask, assertReads } = await start(t, { maxBytes: 0 });
    await assertReads(3, async () => {
      for (let time = 0; time < 3; time += 1) assert.equal(await ask(), 'first');
    });
    assert.equal(store.looks, 0);
  });

  const others: [title: string, options: Parameters<Actor['request']>[1], path?: string][] = [
    ['to a method that changes something', { method: 'DELETE' }],
    ['to a method with a body', { method: 'POST', body: 'body' }],
    ['to another path', {}, '/other/a'],
    ['to a range', { headers: { range: 'bytes=0-1' } }],
  ];
  for (const [title, options, path = '/pack/a'] of others) {
    test(title, async (t) => {
      const { client, ask, assertReads } = await start(t);
      await ask();
      await assertReads(2, async () => {
        for (let time = 0; time < 2; time += 1) {
          const { status, text }: Answer = await client.request(path, options);
          assert.deepEqual([status, text], [200, 'first']);
        }
      });
      await assertReads(0, () => ask());
    });
  }

  for (const [title, head] of [
    ['a body', 'Content-Length: 2\r\n\r\nhi'],
    ['a body in chunks', 'Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n'],
  ] as const) {
    test(`to a GET with ${title}, and what follows on its connection is another request`, async (t) => {
      const { client, ask, assertReads } = await start(t);
      await ask();
      const raw = await RawClient.connect(client.baseUrl);
      await assertReads(1, async () => {
        await raw.send(`GET /pack/a HTTP/1.1\r\nHost: x\r\n${head}GET /pack/a HTTP/1.1\r\nHost: x\r\n\r\n`);
        await raw.readAnswer();
        assert.equal((await raw.readAnswer()).text, 'first');
      });
      raw.destroy();
    });
  }
});

describe('an answer with a read lease', () => {
  const HOUR_MS = 3_600_000;

  /** Reads until the answer has a lease. */
  async function startLeased(t: TestContext) {
    const started = await start(t);
    started.leases.durationMs = HOUR_MS;
    for (let time = 0; time < 2; time += 1) await started.ask('/pack/leased');
    return started;
  }

  test('is sent without a look at the store, others are not', async (t) => {
    const { store, ask } = await startLeased(t);
    await ask('/pack/a');
    store.looks = 0;
    for (let time = 0; time < 3; time += 1) assert.equal(await ask('/pack/leased'), 'first');
    assert.equal(store.looks, 0);
    store.commit('second');
    assert.equal(await ask('/pack/leased'), 'first', 'changes of it would have waited');
    assert.equal(await ask('/pack/a'), 'second');
  });

  test('needs a look again when the lease has ended', async (t) => {
    const { store, leases, ask } = await start(t);
    leases.durationMs = 1;
    for (let time = 0; time < 2; time += 1) await ask('/pack/leased');
    store.commit('second');
    await delay(5);
    assert.equal(await ask('/pack/leased'), 'second');
  });

  test('waits for nobody whose answer needs a look', async (t) => {
    const { store, ask } = await startLeased(t);
    await ask('/pack/a');
    const gate = makeGate();
    store.beforeStamp = gate.pass;
    const slow = ask('/pack/a');
    await gate.arrived;
    assert.equal(await ask('/pack/leased'), 'first');
    gate.open();
    assert.equal(await slow, 'first');
  });

  test('is not sent by a registry that closes', async (t) => {
    const { store, ask } = await startLeased(t);
    store.commit('second');
    store.isClosing = true;
    assert.equal(await ask('/pack/leased'), 'second');
  });

  test('says so to a proxy, and no other answer does', async (t) => {
    const { client, ask } = await startLeased(t);
    for (let time = 0; time < 2; time += 1) await ask('/pack/a');
    const headerOf = async (path: string) => (await client.get(path)).headers.get('x-accel-expires');
    assert.equal(await headerOf('/pack/leased'), '@1');
    assert.equal(await headerOf('/pack/a'), null);
  });

  test('is not given to a proxy by a process that was stopped until after its end', async (t) => {
    const { store, leases, ask } = await startLeased(t);
    store.commit('second');
    const now = performance.now.bind(performance);
    leases.beforeHeaders = () => {
      t.mock.method(performance, 'now', () => now() + 2 * HOUR_MS);
    };
    assert.equal(await ask('/pack/leased'), 'second');
  });

  test('of a tarball leaves it to the tarball how long a proxy keeps it', async (t) => {
    const { store, client } = await startLeased(t);
    const read = () => client.get('/pack/leased-tarball');
    for (let time = 0; time < 2; time += 1) await read();
    store.looks = 0;
    assert.equal((await read()).headers.get('x-accel-expires'), null);
    assert.equal(store.looks, 0, 'it has a lease');
  });
});
