// A hot read is the answer of the route, byte for byte, for any request.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { buildTarball, eventually, startRegistry } from '@prime-registry/testkit';
import { countStoreWork, exchange, startServer } from '../http/response-cache/observed-server.ts';

const hot = await startRegistry();
await hot.author.mustPublish({
  version: '1.0.0',
  description: 'Rules: R\u00e8gles \u7f51\u9875 \ud83c\udf89',
});
await hot.author.mustPublish({ version: '1.1.0-rc.1+build.7' });
await hot.author.mustPublish({ version: '1.1.0-rc.2' });
await hot.author.yank('@acme/web-style', '1.1.0-rc.2');
await hot.author.mustPublish({
  name: '@acme/large',
  tarball: buildTarball({ 'data.bin': randomBytes(70_000) }),
});
/** On the same data, with every answer from its route. */
const routed = await startServer({ dataFolder: hot.dataFolder, responseCacheBytes: 0 });
after(async () => {
  await routed.close();
  await hot.stop();
});

const LIST = '/pack/%40acme%2Fweb-style';
const MANIFEST = '/pack/@acme/web-style/1.0.0';
const TARBALL = '/pack/@acme/web-style/1.0.0/tarball';
const ABSENT = '/pack/@acme/other';
const TARGETS = [
  LIST,
  MANIFEST,
  TARBALL,
  ABSENT,
  '/pack/@acme/web-style?yanked=include&x=%2F&yanked=no',
  '/pack/@acme%2fweb-style?',
  '/pack/%40acme%2Fweb-style/1.0.0',
  '/pack/@acme/web-style/1.1.0-rc.2',
  '/pack/%40acme%2Fweb-style/1.1.0-rc.1+other/tarball?x=1',
  '/pack/@acme/caf%C3%A9',
  '/pack/%40acme%2Fweb-style/2.0.0/tarball',
  '/',
  '/-/browse',
  '/-/prime/@acme/web-style',
  '/-/prime/%40acme/web-style/1.0.0/graph',
  '/-/scope/@acme',
];

/** Requests that the response cache answers, as their first lines and headers. */
function plainRequests(target: string, tag: string): string[] {
  return [
    ...['GET', 'HEAD'].flatMap((method) => [
      `${method} ${target} HTTP/1.1`,
      `${method} ${target} HTTP/1.0`,
      `${method} ${target} HTTP/1.0\r\nConnection: keep-alive`,
      `${method} ${target} HTTP/1.1\r\nConnection: close`,
      ...[tag, `W/${tag}`, `"x", ${tag}`, '*', '"x"', tag.slice(1), ''].map(
        (tags) => `${method} ${target} HTTP/1.1\r\nIf-None-Match: ${tags}`,
      ),
      `${method} ${target} HTTP/1.1\r\nIf-None-Match: "x"\r\nif-none-match: ${tag}`,
    ]),
    `GET ${target} HTTP/1.1\r\nAuthorization: Bearer nonsense`,
    `GET ${target} HTTP/1.1\r\nOrigin: https://elsewhere.example\r\nAccept: text/html\r\nAccept-Encoding: gzip`,
    `GET ${target} HTTP/1.1\r\nIf-Range: ${tag}\r\nIf-Modified-Since: Thu, 01 Jan 2037 00:00:00 GMT`,
  ];
}

/** Requests that only routes answer. */
function otherRequests(target: string, tag: string): string[] {
  const ranges = ['bytes=0-9', 'bytes=-5', 'bytes=999999-', 'bytes=0-1,3-4', 'lines=1-2'];
  return [
    ...ranges.flatMap((range) =>
      ['GET', 'HEAD'].map((method) => `${method} ${target} HTTP/1.1\r\nRange: ${range}`),
    ),
    `GET ${target} HTTP/1.1\r\nRange: bytes=0-9\r\nIf-Range: ${tag}`,
    `GET ${target} HTTP/1.1\r\nRange: bytes=0-9\r\nIf-None-Match: ${tag}`,
    `GET ${target} HTTP/1.1\r\nExpect: 100-continue`,
    `GET ${target} HTTP/1.1\r\nExpect: something`,
    `GET ${target} HTTP/1.1\r\nContent-Length: 0`,
    `GET http://registry.example${target} HTTP/1.1`,
    `OPTIONS ${target} HTTP/1.1\r\nOrigin: https://elsewhere.example`,
    `PUT ${target} HTTP/1.1`,
    `DELETE ${target} HTTP/1.1`,
  ];
}

/** Whether the connection ends after the answer. */
function closes(head: string): boolean {
  return /HTTP\/1\.0$|Connection: close$|Expect: 100-continue$/.test(head);
}

/** The requests one after another, every second one with an id of its own. */
function asBytes(heads: readonly string[]): string {
  return heads
    .map(
      (head, index) => `${head}\r\nHost: x\r\n${index % 2 ? `X-Request-Id: request-${index}\r\n` : ''}\r\n`,
    )
    .join('');
}

/**
 * Fails unless both servers answer every request with the same bytes; requests that keep the connection open
 * share one.
 */
async function assertSame(heads: readonly string[]): Promise<void> {
  const open = heads.filter((head) => !closes(head));
  const last = 'GET /-/health/live HTTP/1.1\r\nConnection: close';
  for (const chain of [[...open, last], ...heads.filter(closes).map((head) => [head])]) {
    const bytes = asBytes(chain);
    const [given, expected] = await Promise.all([
      exchange(hot.baseUrl, bytes),
      exchange(routed.baseUrl, bytes),
    ]);
    assert.equal(given, expected, chain.join('\n'));
    assert.equal(given.match(/HTTP\/1\.1 \d+ /g)?.length, chain.length, given);
  }
}

const tagOf = async (target: string): Promise<string> =>
  (await routed.anonymous.get(target)).headers.get('etag') ?? '"none"';

describe('the response cache answers as the route does', () => {
  for (const target of TARGETS) {
    test(target, async () => {
      const heads = plainRequests(target, await tagOf(target));
      // The first one goes to the route; nothing that belongs to it may be cached.
      await assertSame([`GET ${target} HTTP/1.1\r\nConnection: close`]);
      // A larger one is cached for each encoding.
      await assertSame([`GET ${target} HTTP/1.1\r\nAccept-Encoding: gzip`]);
      // Counts of downloads are written in the background, sometimes in between.
      await eventually(async () => {
        const before = await countStoreWork(hot.anonymous);
        await assertSame(heads);
        assert.equal(await countStoreWork(hot.anonymous), before, 'all were hot reads');
      });
    });
  }
});

test('other requests are answered by the route, even if there is a cached answer', async () => {
  for (const target of [LIST, MANIFEST, TARBALL, ABSENT]) {
    await hot.anonymous.get(target);
    await assertSame(otherRequests(target, await tagOf(target)));
  }
});

test('an answer to HEAD may be cached for GET, too', async () => {
  for (const [target, isKept] of [
    ['/pack/@acme/web-style?x=head', true],
    ['/pack/@acme/absent?x=head', true],
    ['/pack/@acme/web-style/1.0.0/tarball?x=head', false],
  ] as const) {
    await assertSame([`HEAD ${target} HTTP/1.1`]);
    const before = await countStoreWork(hot.anonymous);
    await assertSame([`GET ${target} HTTP/1.1`]);
    assert.equal((await countStoreWork(hot.anonymous)) === before, isKept, target);
    await assertSame([`HEAD ${target} HTTP/1.1`]);
  }
});

let published = 0;

test('a request with a 304 or a partial answer leaves the whole answer in the cache', async () => {
  for (const target of ['/pack/@acme/web-style?x=304', '/pack/@acme/web-style/1.0.0/tarball?x=304']) {
    const tag = await tagOf(target);
    for (const header of [`If-None-Match: ${tag}`, 'Range: bytes=2-5', 'Range: bytes=999999-']) {
      await assertSame([`GET ${target} HTTP/1.1\r\n${header}`]);
      await assertSame([`GET ${target} HTTP/1.1`]);
      await hot.admin.mustPublish({ name: '@acme/another', version: `1.0.${++published}` });
    }
  }
});

test('an answer that is too large, or not about a Prime, comes from its route every time', async () => {
  for (const target of [
    '/pack/@acme/large/1.0.0/tarball',
    `/pack/@acme/web-style?x=${'x'.repeat(600)}`,
    '/search?q=web',
    '/-/primes/@acme/web-style/1.0.0/pack.yaml',
  ]) {
    for (let time = 0; time < 2; time += 1) {
      const before = await countStoreWork(hot.anonymous);
      await assertSame([`GET ${target} HTTP/1.1`]);
      assert.ok((await countStoreWork(hot.anonymous)) > before, target);
    }
  }
});

describe('nothing is cached', () => {
  const settings = [
    ['in a private registry', { isPrivate: true }],
    ['with the cache turned off', { responseCacheBytes: 0 }],
    ['if one answer exceeds the cache', { responseCacheBytes: 1024 }],
  ] as const;
  for (const [title, chosen] of settings) {
    test(title, async (t) => {
      const server = await startServer({ dataFolder: hot.dataFolder, ...chosen });
      t.after(() => server.close());
      for (const target of [LIST, MANIFEST, TARBALL, ABSENT]) {
        const answers = [];
        for (let time = 0; time < 3; time += 1) {
          const before = await countStoreWork(server.admin);
          const { status, text } = await server.admin.get(target, { 'x-request-id': 'the-same' });
          assert.ok((await countStoreWork(server.admin)) > before, target);
          answers.push({ status, text });
        }
        const expected = await routed.anonymous.get(target, { 'x-request-id': 'the-same' });
        for (const answer of answers)
          assert.deepEqual(answer, { status: expected.status, text: expected.text });
        if ('isPrivate' in chosen) assert.equal((await server.anonymous.get(target)).status, 401);
      }
    });
  }
});
