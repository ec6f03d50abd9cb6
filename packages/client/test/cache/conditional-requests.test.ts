// Conditional requests: an unchanged response is not sent again, and no cached response is used without
// revalidation.
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import {
  type CachedResponse,
  MemoryResponseCache,
  type ResponseCache,
} from '../../src/cache/response-cache.ts';
import { type HostileServer, serve } from '../hostile-server.ts';
import { clientOf, failureOf, NAME } from '../test-client.ts';
import { sendJson, VERSION_LIST } from '../wire-answers.ts';

/** A registry whose list has an ETag of its state. */
function tagged(state: { tag: string; latest: string; cacheControl?: string }): Promise<HostileServer> {
  return serve((request, response) => {
    response.setHeader('etag', state.tag).setHeader('cache-control', state.cacheControl ?? 'no-cache');
    if (request.headers['if-none-match'] === state.tag) response.writeHead(304).end();
    else sendJson(response, { ...VERSION_LIST, latest: state.latest });
  });
}

/** The ETags of the requests. */
const tagsOf = ({ requests }: HostileServer) => requests.map(({ headers }) => headers['if-none-match']);

describe('a client with a cache', () => {
  for (const tag of ['"1"', 'W/"1"']) {
    it(`sends the cached ETag (${tag}), and reads the list again when it has changed`, async () => {
      const state = { tag, latest: '1.0.0' };
      await using server = await tagged(state);
      const { client } = clientOf(server, { cache: new MemoryResponseCache() });
      const first = await client.versions(NAME);
      const second = await client.versions(NAME);
      assert.deepEqual(second, first);
      Object.assign(state, { tag: '"2"', latest: '1.1.0' });
      assert.equal((await client.versions(NAME)).latest, '1.1.0');
      assert.equal((await client.versions(NAME)).latest, '1.1.0');
      assert.deepEqual(tagsOf(server), [undefined, tag, tag, '"2"']);
    });
  }

  it('leaves no listener on the signal of its caller, with a body or without', async () => {
    await using server = await tagged({ tag: '"1"', latest: '1.0.0' });
    const { client } = clientOf(server, { cache: new MemoryResponseCache() });
    const { signal } = new AbortController();
    for (let request = 0; request < 3; request += 1) await client.versions(NAME, { signal });
    assert.deepEqual(tagsOf(server), [undefined, '"1"', '"1"']);
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });

  it('has separate entries for each URL', async () => {
    await using server = await tagged({ tag: '"1"', latest: '1.0.0' });
    const { client } = clientOf(server, { cache: new MemoryResponseCache() });
    await client.versions(NAME);
    await client.versions(NAME, { includeYanked: true });
    assert.deepEqual(tagsOf(server), [undefined, undefined]);
  });

  it('has separate entries for each token', async () => {
    await using server = await tagged({ tag: '"1"', latest: '1.0.0' });
    const cache = new MemoryResponseCache();
    await clientOf(server, { cache, token: 'first' }).client.versions(NAME);
    await clientOf(server, { cache, token: 'second' }).client.versions(NAME);
    await clientOf(server, { cache, token: 'first' }).client.versions(NAME);
    assert.deepEqual(tagsOf(server), [undefined, undefined, '"1"']);
  });

  it('does not store a response with no-store', async () => {
    await using server = await tagged({ tag: '"1"', latest: '1.0.0', cacheControl: 'private, No-Store' });
    const { client } = clientOf(server, { cache: new MemoryResponseCache() });
    await client.versions(NAME);
    await client.versions(NAME);
    assert.deepEqual(tagsOf(server), [undefined, undefined]);
  });

  it('does not store the owner of a token', async () => {
    await using server = await serve((_request, response) => {
      response.setHeader('etag', '"1"');
      sendJson(response, { name: 'ci', permissions: [], scopes: [] });
    });
    const { client } = clientOf(server, { cache: new MemoryResponseCache() });
    await client.whoami();
    await client.whoami();
    assert.deepEqual(tagsOf(server), [undefined, undefined]);
  });

  it('uses an entry only after a 304', async () => {
    await using server = await serve((_request, response) => {
      if (server.requests.length > 1) return void response.writeHead(404).end();
      response.setHeader('etag', '"1"');
      sendJson(response, VERSION_LIST);
    });
    const { client } = clientOf(server, { cache: new MemoryResponseCache() });
    await client.versions(NAME);
    assert.equal((await failureOf(client.versions(NAME))).status, 404);
  });

  it('refuses a 304 to an unconditional request', async () => {
    await using server = await serve((_request, response) => response.writeHead(304).end());
    const { client } = clientOf(server, { cache: new MemoryResponseCache() });
    assert.equal((await failureOf(client.versions(NAME))).reason, 'malformed');
  });
});

describe('a cache with a damaged entry', () => {
  const body = JSON.stringify(VERSION_LIST);
  const entries: Record<string, () => Promise<CachedResponse | undefined>> = {
    'cannot be read': () => Promise.reject(new Error('the disk is gone')),
    'is cut off': async () => ({ etag: '"1"', body: body.slice(0, 20) }),
    'is about another Prime': async () => ({ etag: '"1"', body: body.replace(NAME, '@evil/x') }),
    'has a malformed ETag': async () => ({ etag: '"1"\r\nX-Evil: 1', body }),
    'has an ETag without quotes': async () => ({ etag: '1', body }),
  };
  for (const [what, get] of Object.entries(entries)) {
    it(`is treated as empty: the entry ${what}`, async () => {
      await using server = await tagged({ tag: '"1"', latest: '1.0.0' });
      const cache: ResponseCache = { get, set: () => Promise.reject(new Error('the disk is full')) };
      assert.equal((await clientOf(server, { cache }).client.versions(NAME)).latest, '1.0.0');
      assert.deepEqual(tagsOf(server), [undefined]);
    });
  }
});
