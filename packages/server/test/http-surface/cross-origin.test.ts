// What pages of other origins may read (the CORS protocol, Fetch standard): by the setting, and never more
// than read.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { startRegistry, type TestRegistry } from '@prime-registry/testkit';
import Fastify from 'fastify';
import { createCrossOrigin } from '../../src/http/responses/cross-origin.ts';

const LISTED = ['https://app.example', 'http://localhost:5173'];
const [registry, closed, listed, privateRegistry] = await Promise.all([
  startRegistry({ crossOrigin: 'any' }),
  startRegistry(),
  startRegistry({ crossOrigin: LISTED }),
  startRegistry({ crossOrigin: LISTED, isPrivate: true }),
]);
const all = [registry, closed, listed, privateRegistry];
after(() => Promise.all(all.map((each) => each.stop())));
for (const { author } of all) await author.mustPublish();

const ORIGIN = { origin: 'https://pages.example' };
const READS = [
  '/pack/%40acme%2Fweb-style',
  '/pack/@acme/web-style/1.0.0',
  '/pack/@acme/web-style/1.0.0/tarball',
  '/search?q=web',
];

/** The headers of CORS in an answer to a page of this origin. */
async function readCors(from: TestRegistry, path: string, origin: string | undefined, method = 'GET') {
  const headers: Record<string, string> = origin === undefined ? {} : { origin };
  const answer = await from.anonymous.request(path, { method, headers });
  const cors = [...answer.headers].filter(([name]) => name.startsWith('access-control-'));
  return { status: answer.status, vary: answer.headers.get('vary'), cors: Object.fromEntries(cors) };
}

describe('a registry on loopback, by default', () => {
  for (const path of [...READS, '/', '/-/api', '/-/metrics', '/nowhere', '/search']) {
    test(`lets no page of another origin read ${path}`, async () => {
      for (const method of ['GET', 'HEAD', 'OPTIONS'])
        assert.deepEqual((await readCors(closed, path, ORIGIN.origin, method)).cors, {}, method);
    });
  }
});

describe('a list of origins', () => {
  test('lets them read, and no other, however often the answer was given before', async () => {
    for (const path of READS) {
      for (const origin of [...LISTED, undefined, 'https://evil.example', 'null', ...LISTED, undefined]) {
        const { status, vary, cors } = await readCors(listed, path, origin);
        assert.equal(status, 200);
        assert.equal(vary, 'Origin', 'no cache gives the answer for one to another');
        const isListed = origin !== undefined && LISTED.includes(origin);
        assert.equal(cors['access-control-allow-origin'], isListed ? origin : undefined, `${path} ${origin}`);
      }
    }
  });

  test('is what a preflight says, also of a private registry', async () => {
    for (const from of [listed, privateRegistry]) {
      const [allowed = '', ...none] = [...LISTED, 'https://evil.example'];
      const { cors } = await readCors(from, '/search?q=web', allowed, 'OPTIONS');
      assert.equal(cors['access-control-allow-origin'], allowed);
      assert.match(cors['access-control-allow-headers'] ?? '', /Authorization/);
      assert.deepEqual((await readCors(from, '/search?q=web', none.at(-1), 'OPTIONS')).cors, {});
    }
  });
});

describe('the default, auto', () => {
  const read = async (host: string, isPrivate = false) => {
    const app = Fastify();
    const { allowReads } = createCrossOrigin({ host, isPrivate, crossOrigin: 'auto', mcpOrigins: [] });
    app.addHook('onRequest', allowReads).get('/', () => 'x');
    const { headers } = await app.inject({ url: '/', headers: ORIGIN });
    return headers['access-control-allow-origin'];
  };

  test('is any on an address of the internet', async () => {
    for (const host of ['8.8.8.8', '2606:4700::1111']) assert.equal(await read(host), '*', host);
  });

  test('is same for a private registry, a private address, and where the address says nothing', async () => {
    assert.equal(await read('8.8.8.8', true), undefined);
    for (const host of ['127.0.0.1', '::1', '10.0.0.5', '192.168.1.5', '100.64.0.1', 'fd00::1', 'fe80::1'])
      assert.equal(await read(host), undefined, host);
    for (const host of ['0.0.0.0', '::', 'localhost', 'registry.example.com'])
      assert.equal(await read(host), undefined, host);
  });
});

describe('any: a read from another origin', () => {
  for (const path of [...READS, '/pack/@acme/nothing', '/search', '/nowhere', '/-/openapi.json']) {
    test(`${path} is allowed, with the headers that a script needs`, async () => {
      for (const method of ['GET', 'HEAD']) {
        const { headers } = await registry.anonymous.request(path, { method, headers: ORIGIN });
        assert.equal(headers.get('access-control-allow-origin'), '*');
        const exposed = (headers.get('access-control-expose-headers') ?? '').toLowerCase().split(', ');
        const needed = [
          'etag',
          'repr-digest',
          'content-range',
          'accept-ranges',
          'content-disposition',
          'retry-after',
        ];
        for (const name of [...needed, 'x-request-id']) assert.ok(exposed.includes(name), name);
        assert.equal(headers.has('access-control-allow-credentials'), false, 'there are no cookies to send');
      }
    });
  }

  test('is also allowed for a 304 and a range', async () => {
    const path = '/pack/@acme/web-style/1.0.0/tarball';
    for (const [name, value, status] of [
      ['if-none-match', '*', 304],
      ['range', 'bytes=0-1', 206],
      ['range', 'bytes=99999-', 416],
    ] as const) {
      const answer = await registry.anonymous.get(path, { ...ORIGIN, [name]: value });
      assert.equal(answer.status, status);
      assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    }
  });
});

describe('any: a preflight', () => {
  const ask = (path: string, method: string) =>
    registry.anonymous.request(path, {
      method: 'OPTIONS',
      headers: {
        ...ORIGIN,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization, range',
      },
    });

  for (const path of READS) {
    test(`of ${path} allows reading, with a token and for a range`, async () => {
      const { status, headers } = await ask(path, 'GET');
      assert.equal(status, 204);
      assert.equal(headers.get('access-control-allow-origin'), '*');
      assert.equal(headers.get('access-control-allow-methods'), 'GET, HEAD');
      const allowed = (headers.get('access-control-allow-headers') ?? '').toLowerCase().split(', ');
      for (const name of ['authorization', 'range', 'if-none-match', 'if-range'])
        assert.ok(allowed.includes(name), name);
      assert.ok(Number(headers.get('access-control-max-age')) > 0);
    });
  }

  test('of a yank does not allow it', async () => {
    const { headers } = await ask('/pack/@acme/web-style/1.0.0', 'DELETE');
    assert.doesNotMatch(headers.get('access-control-allow-methods') ?? '', /DELETE/);
  });

  test('of a publish allows nothing', async () => {
    const { status, headers } = await ask('/publish', 'POST');
    assert.equal(status, 204);
    assert.deepEqual(
      [...headers.keys()].filter((name) => name.startsWith('access-control')),
      [],
    );
  });
});

test('a change is not allowed from other origins', async () => {
  for (const answer of [
    await registry.author.request('/publish', { method: 'POST', headers: ORIGIN, body: 'x' }),
    await registry.author.request('/pack/@acme/web-style/1.0.0', { method: 'DELETE', headers: ORIGIN }),
  ]) {
    assert.equal(answer.headers.has('access-control-allow-origin'), false);
  }
});
