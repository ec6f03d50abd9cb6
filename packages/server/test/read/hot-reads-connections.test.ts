// Hot reads on the wire: in order among other answers, each to its own request, and never instead of an
// error.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { buildTarball, expectProblem, RawClient, startRegistry } from '@prime-registry/testkit';
import { countStoreWork, startServer } from '../http/response-cache/observed-server.ts';

const registry = await startRegistry();
after(() => registry.stop());
const { anonymous, author, baseUrl, dataFolder } = registry;
await author.mustPublish({ tarball: buildTarball({ 'data.bin': randomBytes(50_000) }) });
await author.mustPublish({
  name: '@acme/large',
  tarball: buildTarball({ 'data.bin': randomBytes(300_000) }),
});

const LIST = '/pack/%40acme%2Fweb-style';
const MANIFEST = '/pack/@acme/web-style/1.0.0';
const TARBALL = '/pack/@acme/web-style/1.0.0/tarball';
const ABSENT = '/pack/@acme/absent';
const HOT = [LIST, MANIFEST, TARBALL, ABSENT];
const COLD = ['/pack/@acme/large/1.0.0/tarball', '/search?q=web', '/-/health/live', '/nowhere'];

for (const path of HOT) await anonymous.get(path);

/** A request with an id. */
const ask = (path: string, id: string, headers = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: registry\r\nX-Request-Id: ${id}\r\n${headers}\r\n`;

describe('several requests on one connection', () => {
  const expected = new Map<string, { status: number; text: string }>();
  /** The answer to each path when it is requested alone, without ids. */
  async function expect(path: string): Promise<{ status: number; text: string }> {
    const known = expected.get(path);
    if (known !== undefined) return known;
    const { status, text } = await anonymous.get(path, { 'x-request-id': 'ID' });
    expected.set(path, { status, text });
    return { status, text };
  }

  /** Requests the paths at once, and reads the answers. */
  async function assertInOrder(
    paths: readonly string[],
    send = (client: RawClient, bytes: string) => client.send(bytes),
  ) {
    const alone = [];
    for (const path of paths) alone.push(await expect(path));
    const client = await RawClient.connect(baseUrl);
    await send(client, paths.map((path, index) => ask(path, `id-${index}`)).join(''));
    for (const [index, path] of paths.entries()) {
      const answer = await client.readAnswer();
      assert.equal(answer.headers.get('x-request-id'), `id-${index}`, path);
      const text = answer.text.replace(`"request_id":"id-${index}"`, '"request_id":"ID"');
      assert.ok(answer.status === alone[index]?.status && text === alone[index]?.text, path);
    }
    client.destroy();
  }

  test('are answered in order, hot or not', async () => {
    const mixed = COLD.flatMap((cold, index) => [HOT[index % 4] ?? LIST, cold, ...HOT]);
    await assertInOrder(mixed);
    await assertInOrder(mixed.toReversed());
    await assertInOrder([...HOT, ...HOT, ...HOT]);
  });

  test('are answered in order, in whatever pieces they arrive', async () => {
    await assertInOrder([LIST, COLD[0] ?? '', MANIFEST, TARBALL, ABSENT, LIST], async (client, bytes) => {
      for (let at = 0; at < bytes.length; at += 37) await client.send(bytes.slice(at, at + 37));
    });
  });

  test('are answered in order and completely if nobody reads for a while', async () => {
    const paths = Array.from({ length: 32 }, (_, index) => (index % 10 === 9 ? COLD[0] : TARBALL) ?? '');
    await assertInOrder(paths, async (client, bytes) => {
      await client.send(bytes);
      // By now all of them are answered.
      for (let time = 0; time < 20; time += 1) await anonymous.get('/-/health/live');
    });
  });

  test('end with the one that closes the connection', async () => {
    const client = await RawClient.connect(baseUrl);
    await client.send(ask(LIST, 'a') + ask(MANIFEST, 'b', 'Connection: close\r\n'));
    const received = await client.readToEnd();
    assert.deepEqual(received.match(/^x-request-id: .*|^connection: .*/gim)?.sort(), [
      'Connection: close',
      'Connection: keep-alive',
      'x-request-id: a',
      'x-request-id: b',
    ]);
  });
});

test('no answer contains anything of another request', async () => {
  const before = await countStoreWork(anonymous);
  const people = Array.from({ length: 40 }, (_, index) => ({
    // Some ids are in the answers anyway.
    id: ['request_id', 'd', '404', 'acme', 'prime_not_found'][index] ?? `id-of-person-${index}-`,
    secret: `secret-of-person-${index}-`,
    path: HOT[index % 4] ?? LIST,
  }));
  const answers = await Promise.all(
    people.map(async ({ id, secret, path }, index) => {
      const headers = {
        authorization: `Bearer ${secret}`,
        cookie: secret,
        origin: `https://${secret}.example`,
      };
      return anonymous.get(path, index % 3 === 2 ? headers : { ...headers, 'x-request-id': id });
    }),
  );
  assert.equal(await countStoreWork(anonymous), before, 'all were hot reads');
  const ids = new Set<string>();
  for (const [index, { headers, text, status }] of answers.entries()) {
    const id = headers.get('x-request-id') ?? '';
    if (index % 3 === 2) assert.match(id, /^[0-9a-f]{8}-/);
    else assert.equal(id, people[index]?.id);
    ids.add(id);
    if (status === 404)
      assert.equal(expectProblem({ status, headers, text }, 'prime_not_found').request_id, id);
    const all = [...headers].flat().join('\n') + text;
    assert.ok(!/secret-of-person/.test(all));
    for (const mentioned of all.match(/id-of-person-\d+-/g) ?? []) assert.equal(mentioned, id);
  }
  assert.equal(ids.size, people.length);
});

test('an id that might do harm is replaced, for any request', async () => {
  for (const path of HOT) {
    for (const harmful of ['a b', '<script>', 'x'.repeat(101), 'a, b', '"']) {
      const { headers, text } = await anonymous.get(path, { 'x-request-id': harmful });
      assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f]{8}-[0-9a-f-]{27}$/);
      assert.ok(!text.includes(`"${harmful}"`));
    }
  }
});

test('clients that break off do not affect others', async () => {
  for (let round = 0; round < 10; round += 1) {
    const clients = await Promise.all(Array.from({ length: 5 }, () => RawClient.connect(baseUrl)));
    await Promise.all(clients.map((client) => client.send(HOT.map((path) => ask(path, 'gone')).join(''))));
    for (const client of clients) client.destroy();
    const statuses = await Promise.all(HOT.map(async (path) => (await anonymous.get(path)).status));
    assert.deepEqual(statuses, [200, 200, 200, 404]);
  }
});

test('a store that cannot answer is a 503, also for cached answers', async (t) => {
  const server = await startServer({ dataFolder });
  t.after(() => server.close());
  for (let time = 0; time < 2; time += 1) for (const path of HOT) await server.anonymous.get(path);
  await server.store.close();
  for (let time = 0; time < 2; time += 1) {
    for (const path of HOT) {
      expectProblem(await server.anonymous.get(path), 'storage_unavailable');
      expectProblem(await server.anonymous.get(path, { 'if-none-match': '*' }), 'storage_unavailable');
    }
  }
});

describe('a server that closes', () => {
  test('answers what arrived just before', async (t) => {
    const server = await startServer({ dataFolder });
    t.after(() => server.close());
    await server.anonymous.get(LIST);
    const closed = Promise.withResolvers<void>();
    // Called after the response cache has taken the request, and before it has answered.
    server.app.server.once('request', () => server.close().then(closed.resolve, closed.reject));
    const client = await RawClient.connect(server.baseUrl);
    await client.send(ask(LIST, 'last'));
    const { status, headers } = await client.readAnswer();
    assert.deepEqual(
      [status, headers.get('connection'), headers.get('x-request-id')],
      [200, 'close', 'last'],
    );
    await closed.promise;
  });

  test('delivers hot reads completely, however slowly they are read', async (t) => {
    const server = await startServer({ dataFolder });
    t.after(() => server.close());
    const { bytes } = await server.anonymous.get(TARBALL);
    const client = await RawClient.connect(server.baseUrl);
    // As many as a connection may send ahead.
    await client.send(ask(TARBALL, 'a').repeat(32));
    for (let time = 0; time < 20; time += 1) await server.anonymous.get('/-/health/live');
    const closed = server.close();
    for (let count = 0; count < 32; count += 1) {
      const { status, headers } = await client.readAnswer();
      assert.deepEqual(
        [status, headers.get('content-length')],
        [200, String(bytes.length)],
        `answer ${count}`,
      );
    }
    await closed;
  });

  test('is not delayed by connections with hot reads', async (t) => {
    const server = await startServer({ dataFolder });
    t.after(() => server.close());
    const client = await RawClient.connect(server.baseUrl);
    for (let time = 0; time < 3; time += 1) {
      await client.send(ask(LIST, 'a'));
      assert.equal((await client.readAnswer()).status, 200);
    }
    await server.close();
    await client.waitForEnd();
  });
});
