// Redirects: reads follow them, writes do not, and neither the token nor encryption is lost.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { MemoryResponseCache } from '../../src/cache/response-cache.ts';
import { isNotFound } from '../../src/index.ts';
import { type HostileServer, serve } from '../hostile-server.ts';
import { clientOf, failureOf, NAME, readAll, TOKEN } from '../test-client.ts';
import { sendJson, sha256Of, VERSION_LIST } from '../wire-answers.ts';

function redirect(response: ServerResponse, location: string, status = 302): void {
  response.writeHead(status, { location }).end('moved');
}

/** Redirects everything to the same path elsewhere. */
function redirecting(target: HostileServer, status?: number): Promise<HostileServer> {
  return serve((request, response) => redirect(response, `${target.baseUrl}${request.url}`, status));
}

describe('a read that is redirected', () => {
  for (const status of [301, 302, 303, 307, 308]) {
    it(`follows a ${status} on the same origin, with its token`, async () => {
      await using server = await serve(({ url = '' }, response) => {
        if (url.startsWith('/pack/')) redirect(response, '/moved', status);
        else sendJson(response, VERSION_LIST);
      });
      assert.equal((await clientOf(server).client.versions(NAME)).latest, '1.1.0');
      const [, second] = server.requests;
      assert.deepEqual([second?.url, second?.method], ['/moved', 'GET']);
      assert.equal(second?.headers.authorization, `Bearer ${TOKEN}`);
    });
  }

  it('drops its token when the origin changes, and does not send it again later', async () => {
    await using home = await serve(({ url = '' }, response) => {
      if (url === '/back') sendJson(response, VERSION_LIST);
      else redirect(response, `${away.baseUrl}/x`);
    });
    await using away = await serve((_request, response) => redirect(response, `${home.baseUrl}/back`));
    await clientOf(home).client.versions(NAME);
    const authorizations = [home.requests[0], away.requests[0], home.requests[1]].map(
      (request) => request?.headers.authorization,
    );
    assert.deepEqual(authorizations, [`Bearer ${TOKEN}`, undefined, undefined]);
  });

  it('gets a tarball from another origin', async () => {
    const bytes = Buffer.from('some bytes');
    await using away = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes);
    });
    await using home = await redirecting(away);
    const { chunks } = await clientOf(home).client.tarball(NAME, '1.0.0', { sha256: sha256Of(bytes) });
    assert.deepEqual(await readAll(chunks), bytes);
  });

  it('ends after five of them', async () => {
    await using server = await serve(({ url = '' }, response) => {
      const count = Number(url.slice(1)) || 0;
      if (count === 5 && isShort) sendJson(response, VERSION_LIST);
      else redirect(response, `/${count + 1}`);
    });
    let isShort = true;
    assert.equal((await clientOf(server).client.versions(NAME)).latest, '1.1.0');
    isShort = false;
    const { reason, message } = await failureOf(clientOf(server).client.versions(NAME));
    assert.equal(reason, 'malformed');
    assert.match(message, /redirects more than 5 times/);
  });

  const nowhere: Record<string, [location: string | undefined, message: RegExp]> = {
    'without a target': [undefined, /whose Location is missing or malformed/],
    'to a malformed target': ['http://', /whose Location is missing or malformed/],
    'to a file': ['file:///etc/passwd', /redirects to file: instead of HTTP/],
    'to a script': ['javascript:alert(1)', /redirects to javascript: instead of HTTP/],
    'to an address with a password': ['http://a:opensesame@127.0.0.1/', /an address with a password/],
  };
  for (const [where, [location, message]] of Object.entries(nowhere)) {
    it(`is not followed ${where}`, async () => {
      await using server = await serve((_request, response) => {
        response.writeHead(302, location === undefined ? {} : { location }).end();
      });
      const error = await failureOf(clientOf(server).client.versions(NAME));
      assert.equal(error.reason, 'malformed');
      assert.match(error.message, message);
      assert.doesNotMatch(error.message, /opensesame/);
      assert.equal(server.requests.length, 1);
    });
  }

  it('is not followed from https to http', async () => {
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = async (input) => {
      asked.push(String(input));
      return new Response(null, {
        status: 302,
        headers: { location: 'http://registry.example/x?key=opensesame' },
      });
    };
    const { client } = clientOf({ baseUrl: 'https://registry.example' }, { fetch });
    const { reason, message } = await failureOf(client.versions(NAME));
    assert.equal(reason, 'malformed');
    assert.match(message, /from https to http:\/\/registry\.example\/x, which is not encrypted/);
    assert.equal(asked.length, 1);
  });
});

describe('an error after a redirect', () => {
  it('is not a 404 of the registry when it comes from another origin', async () => {
    await using away = await serve((_request, response) =>
      sendJson(response, { title: 'The Prime is not in this registry', code: 'prime_not_found' }, 404),
    );
    await using home = await redirecting(away);
    for (const request of [
      clientOf(home).client.versions(NAME),
      clientOf(home).client.tarball(NAME, '1.0.0', { sha256: 'a'.repeat(64) }),
    ]) {
      const error = await failureOf(request);
      assert.equal(error.reason, 'malformed');
      assert.equal(error.status, undefined);
      assert.match(error.message, new RegExp(`redirects to ${away.baseUrl}/pack/.*answered 404`));
    }
  });

  it('is a 404 of the registry when it comes from the same origin', async () => {
    await using server = await serve(({ url = '' }, response) => {
      if (url === '/gone') sendJson(response, {}, 404);
      else redirect(response, '/gone');
    });
    assert.ok(isNotFound(await failureOf(clientOf(server).client.versions(NAME))));
  });

  it('names the server that did not answer', async () => {
    const away = await serve(() => undefined);
    await away[Symbol.asyncDispose]();
    await using home = await redirecting(away);
    const { reason, message } = await failureOf(clientOf(home, { retries: 0 }).client.versions(NAME));
    assert.equal(reason, 'unreachable');
    assert.match(
      message,
      new RegExp(`redirects to ${away.baseUrl}/pack/.*, which is not reachable: connection refused`),
    );
  });

  it('names the server that answered, without query and without its text', async () => {
    await using away = await serve((_request, response) =>
      sendJson(response, { title: 'Look here', code: 'look_here' }, 403),
    );
    await using home = await serve((_request, response) =>
      redirect(response, `${away.baseUrl}/bucket?signature=opensesame`),
    );
    const { client, events } = clientOf(home);
    const error = await failureOf(client.versions(NAME));
    assert.equal(error.message, `${home.baseUrl} redirects to ${away.baseUrl}/bucket, which answered 403.`);
    assert.deepEqual([error.reason, error.status, error.code], ['status', 403, undefined]);
    assert.deepEqual(
      events.map(({ url, status }) => [url, status]),
      [
        [`${home.baseUrl}/pack/%40acme%2Fweb-style`, 302],
        [`${away.baseUrl}/bucket`, 403],
      ],
    );
  });
});

describe('a redirect and the cache', () => {
  it('are independent: an ETag belongs to one URL', async () => {
    let isMoved = false;
    await using server = await serve(({ url = '', headers }, response) => {
      if (isMoved && url.startsWith('/pack/')) return redirect(response, '/moved');
      if (headers['if-none-match'] !== undefined) return void response.writeHead(304).end();
      response.setHeader('etag', '"1"');
      sendJson(response, { ...VERSION_LIST, latest: isMoved ? '1.0.0' : '1.1.0' });
    });
    const { client } = clientOf(server, { cache: new MemoryResponseCache() });
    assert.equal((await client.versions(NAME)).latest, '1.1.0');
    isMoved = true;
    assert.equal((await client.versions(NAME)).latest, '1.0.0');
    isMoved = false;
    assert.equal(
      (await client.versions(NAME)).latest,
      '1.1.0',
      'the response of /moved was stored for the other URL',
    );
  });
});

describe('a 304 after a redirect', () => {
  it('is refused, because the request there was not conditional', async () => {
    let isMoved = false;
    await using server = await serve(({ url = '' }, response) => {
      if (url === '/moved') return void response.writeHead(304).end();
      if (isMoved) return redirect(response, '/moved');
      response.setHeader('etag', '"1"');
      sendJson(response, VERSION_LIST);
    });
    const { client } = clientOf(server, { cache: new MemoryResponseCache() });
    await client.versions(NAME);
    isMoved = true;
    assert.equal((await failureOf(client.versions(NAME))).reason, 'malformed');
  });
});

describe('a write that is redirected', () => {
  it('is not followed, and the message names the target', async () => {
    await using away = await serve((_request, response) => response.end());
    await using home = await redirecting(away, 307);
    const { reason, message } = await failureOf(clientOf(home).client.yank(NAME, '1.0.0'));
    assert.equal(reason, 'malformed');
    assert.match(
      message,
      new RegExp(`redirects to ${away.baseUrl}/pack/.* not followed for a DELETE; configure`),
    );
    assert.deepEqual(away.requests, []);
  });

  it('is not followed for a publish either, which ends immediately', async () => {
    await using away = await serve((_request, response) => response.end());
    await using home = await redirecting(away, 307);
    const { promise: isClosed, resolve } = Promise.withResolvers<void>();
    async function* open(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield Buffer.alloc(64 * 1024);
      } finally {
        resolve();
      }
    }
    const prime = { manifest: 'a', tarball: { sizeBytes: 2 ** 40, open } };
    const { reason, message } = await failureOf(clientOf(home).client.publish(prime));
    assert.equal(reason, 'malformed');
    assert.match(message, /not followed for a POST/);
    await isClosed;
    assert.deepEqual(away.requests, []);
  });
});
