// Requests of the Model Context Protocol that are odd or wrong, and those of browsers.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { atomFiles, RawClient, startRegistry, type TestRegistry } from '@prime-registry/testkit';
import { ENVELOPE, post, request, STYLE } from './agents.ts';

const LIST = { jsonrpc: '2.0', id: 7, method: 'tools/list' };
const READ = { name: 'read_atom', arguments: { id: '@acme/rule-alpha' } };
const ACCEPT = 'application/json, text/event-stream';

describe('the endpoint', () => {
  let registry: TestRegistry;
  before(async () => {
    registry = await startRegistry({
      publicUrl: 'https://primes.example/team',
      mcpOrigins: ['https://app.example'],
    });
    await registry.author.mustPublish(STYLE);
  });
  after(() => registry.stop());

  test('answers with one JSON document, and repeats the id as it was sent', async () => {
    for (const id of [0, -1, 7, 'seven', '']) {
      const old = await post(registry, { ...LIST, id });
      assert.deepEqual([old.status, old.json.id], [200, id]);
      assert.match(old.headers.get('content-type') ?? '', /^application\/json(;|$)/);
      assert.equal(old.headers.get('cache-control'), 'no-store');
      assert.equal(old.headers.get('mcp-session-id'), null);
    }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, id) =>
        post(registry, {
          ...{ jsonrpc: '2.0', id, method: 'tools/call' },
          params: { name: 'read_atom', arguments: { id: `@acme/rule-${id}` } },
        }),
      ),
    );
    for (const [id, { json }] of answers.entries()) {
      assert.equal(json.id, id);
      assert.match(json.result.content[0].text, new RegExp(`@acme/rule-${id}\\b`));
    }
  });

  test('says how long results may be reused', async () => {
    const read = async (method: string, params = {}) => (await request(registry, method, params)).json.result;
    const { tools, ...list } = await read('tools/list');
    assert.ok(tools.length > 0);
    assert.deepEqual([list.ttlMs, list.cacheScope, list.resultType], [60_000, 'public', 'complete']);
    const discover = await read('server/discover');
    assert.deepEqual(discover.supportedVersions, ['2026-07-28']);
    assert.deepEqual([discover.ttlMs, discover.cacheScope], [60_000, 'public']);
    const fixed = await read('resources/read', { uri: 'prime://acme/web-style/1.0.0/rule-alpha/core' });
    assert.deepEqual([fixed.ttlMs, fixed.cacheScope], [86_400_000, 'public']);
    const latest = await read('resources/read', { uri: 'prime://acme/web-style/latest/rule-alpha/core' });
    assert.equal(latest.ttlMs, 60_000);
    const old = await post(registry, {
      ...{ jsonrpc: '2.0', id: 1, method: 'resources/read' },
      params: { uri: 'prime://acme/web-style/1.0.0/rule-alpha/core' },
    });
    assert.deepEqual(Object.keys(old.json.result), ['contents']);
  });

  test('negotiates the revisions with a handshake', async () => {
    const initialize = async (protocolVersion: string) => {
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
      return (await post(registry, { jsonrpc: '2.0', id: 1, method: 'initialize', params })).json.result;
    };
    for (const version of ['2025-11-25', '2025-06-18', '2025-03-26'])
      assert.equal((await initialize(version)).protocolVersion, version);
    const other = await initialize('2024-11-05');
    assert.equal(other.protocolVersion, '2025-11-25');
    assert.deepEqual(Object.keys(other.capabilities).sort(), ['extensions', 'resources', 'tools']);
    // No client has told it about itself before.
    const call = await post(registry, { jsonrpc: '2.0', id: 2, method: 'ping' });
    assert.deepEqual(call.json.result, {});
  });

  test('takes notifications', async () => {
    for (const body of [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, _meta: ENVELOPE } },
    ]) {
      const answer = await post(registry, body);
      assert.deepEqual([answer.status, answer.text], [202, '']);
    }
  });

  test('reads for a task what the owner of an id says, and not who publishes it too', async () => {
    await registry.author.mustPublish({
      name: '@acme/cups',
      files: atomFiles({ id: '@acme/rule-cups', description: 'Warm cups', notes: 'TRUE' }),
    });
    await registry.stranger.mustPublish({
      name: '@other/mugs',
      description: 'Lukewarm mugs',
      files: atomFiles({ id: '@acme/rule-cups', description: 'Lukewarm mugs', notes: 'FALSE' }),
    });
    const params = { name: 'search_knowledge', arguments: { query: 'lukewarm mugs', read: true } };
    const { json } = await request(registry, 'tools/call', params);
    const [{ text }] = json.result.content;
    assert.match(text, /^## @acme\/rule-cups · rule · @acme\/cups 1\.0\.0 /m);
    assert.match(text, /TRUE/);
    assert.doesNotMatch(text, /FALSE/);
  });

  const deep = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  const wrong: readonly (readonly [string, unknown, Record<string, string>, number, number | string])[] = [
    ['an empty body', '', {}, 400, -32_700],
    ['half a body', '{"jsonrpc":', {}, 400, -32_700],
    ['a body that is not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), {}, 400, -32_700],
    ['a number', 5, {}, 400, -32_600],
    ['an empty object', {}, {}, 400, -32_600],
    ['another protocol', { ...LIST, jsonrpc: '1.0' }, {}, 400, -32_600],
    ['an id that is none', { ...LIST, id: { a: 1 } }, {}, 400, -32_600],
    ['an empty batch', [], {}, 400, -32_600],
    ['a batch', [LIST, LIST], {}, 400, -32_600],
    ['a response', { jsonrpc: '2.0', id: 1, result: {} }, {}, 400, -32_600],
    ['33 levels', deep(32), {}, 400, -32_600],
    ['a thousand levels', '['.repeat(1000), {}, 400, -32_600],
    ['too many bytes', `"${'x'.repeat(65_535)}"`, {}, 413, 'body_too_large'],
    ['another media type', LIST, { 'content-type': 'text/plain' }, 415, -32_000],
    ['no JSON as an answer', LIST, { accept: 'text/event-stream' }, 406, -32_000],
    ['a revision that is not spoken', LIST, { 'mcp-protocol-version': '2024-11-05' }, 400, -32_022],
    ['a header of another revision', LIST, { 'mcp-protocol-version': '2026-07-28' }, 400, -32_602],
    [
      'an unknown revision',
      {
        ...LIST,
        params: { _meta: { ...ENVELOPE, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' } },
      },
      { 'mcp-protocol-version': '2099-01-01', 'mcp-method': 'tools/list' },
      ...([400, -32_022] as const),
    ],
    [
      'missing headers',
      { ...LIST, params: { _meta: ENVELOPE } },
      { 'mcp-protocol-version': '2026-07-28' },
      ...([400, -32_020] as const),
    ],
    [
      'a header that contradicts the body',
      { ...LIST, method: 'tools/call', params: { ...READ, _meta: ENVELOPE } },
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'read_prime' },
      ...([400, -32_020] as const),
    ],
  ];
  for (const [name, body, headers, status, code] of wrong) {
    test(`refuses ${name}`, async () => {
      const { status: given, json, headers: sent } = await post(registry, body, headers);
      assert.deepEqual([given, json.error?.code ?? json.code], [status, code]);
      assert.ok((json.error?.message ?? json.detail).length > 10);
      assert.equal(sent.get('cache-control'), 'no-store');
      if (typeof code === 'number') assert.equal(json.jsonrpc, '2.0');
    });
  }

  test('takes 32 levels, and a name that is encoded in its header', async () => {
    const bare = await post(registry, deep(31));
    assert.equal(bare.json.error.message.includes('levels'), false);
    const encoded = `=?base64?${Buffer.from('read_atom').toString('base64')}?=`;
    const { status, json } = await request(registry, 'tools/call', READ, { 'mcp-name': encoded });
    assert.deepEqual([status, json.result.isError], [200, undefined]);
  });

  test('says that a method does not exist: 404 where the revision wants it', async () => {
    for (const method of [
      'prompts/list',
      'subscriptions/listen',
      'logging/setLevel',
      'tasks/get',
      'x',
      'ping',
    ])
      assert.deepEqual(
        await request(registry, method).then(({ status, json }) => [status, json.error.code]),
        [404, -32_601],
        method,
      );
    const old = await post(registry, { ...LIST, method: 'prompts/list' });
    assert.deepEqual([old.status, old.json.error.code, old.json.id], [200, -32_601, 7]);
  });

  test('tells mistakes in a call', async () => {
    const call = async (params: Record<string, unknown>) =>
      (await request(registry, 'tools/call', params)).json;
    const unknown = await call({ name: 'read_atoms', arguments: {} });
    assert.equal(unknown.error.code, -32_602);
    assert.match(unknown.error.message, /Did you mean read_atom\?/);
    const mistake = await call({ name: 'read_atom', arguments: { id: 5 } });
    assert.equal(mistake.result.isError, true);
    assert.equal((await call({ name: 'read_atom', arguments: 'x' })).error.code, -32_602);
    const missing = await request(registry, 'resources/read', { uri: 'prime://acme/none/1.0.0/x/core' });
    assert.equal(missing.json.error.code, -32_602);
    const outside = await request(registry, 'resources/read', { uri: 'file:///etc/passwd' });
    assert.equal(outside.json.error.code, -32_602);
  });

  test('says what is wrong with the parameters of a handshake', async () => {
    const params = { protocolVersion: 5, capabilities: {} };
    const { json } = await post(registry, { jsonrpc: '2.0', id: 1, method: 'initialize', params });
    assert.equal(json.error.code, -32_602);
    assert.match(json.error.message, /params\.protocolVersion: .*; params\.clientInfo: /);
  });

  test('says what is wrong with the parameters of a call', async () => {
    for (const send of [request, (_: TestRegistry, method: string) => post(registry, { ...LIST, method })]) {
      const { json } = await send(registry, 'tools/call');
      assert.equal(json.error.code, -32_602);
      assert.match(json.error.message, /^The parameters are wrong\. params(?:\.name)?: [^[{\n]*\.$/);
    }
  });

  test('answers no GET and no DELETE', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const answer = await registry.anonymous.request('/-/mcp', { method });
      assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST, OPTIONS']);
    }
  });

  test('answers scripts of listed websites only', async () => {
    const ask = async (origin: string) => {
      const { status, headers } = await post(registry, LIST, { origin });
      return [status, headers.get('access-control-allow-origin')];
    };
    assert.deepEqual(await ask('https://app.example'), [200, 'https://app.example']);
    for (const origin of ['https://primes.example', registry.baseUrl])
      assert.deepEqual(await ask(origin), [200, null], origin);
    for (const origin of ['https://evil.example', 'null', 'http://primes.example', 'http://localhost:1'])
      assert.deepEqual(await ask(origin), [403, null], origin);
    const preflight = await registry.anonymous.request('/-/mcp', {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
    });
    assert.equal(preflight.headers.get('access-control-allow-methods'), 'POST');
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /Mcp-Method/);
    const other = await registry.anonymous.request('/-/mcp', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    assert.equal(other.headers.get('access-control-allow-origin'), null);
  });
});

describe('a registry', () => {
  test('on this machine answers under local names only, unless a proxy passes the name on', async () => {
    const registry = await startRegistry();
    try {
      const { port } = new URL(registry.baseUrl);
      const ask = async (host: string, more: Record<string, string> = {}) => {
        const client = await RawClient.connect(registry.baseUrl);
        const body = JSON.stringify(LIST);
        await client.sendHead('POST /-/mcp HTTP/1.1', {
          ...{ Host: host, 'Content-Type': 'application/json', Accept: ACCEPT },
          ...{ 'Content-Length': String(body.length), Connection: 'close', ...more },
        });
        await client.send(body);
        return (await client.readAnswer()).status;
      };
      for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, `x.localhost:${port}`])
        assert.equal(await ask(host), 200, host);
      for (const host of [`registry.lan:${port}`, `localhost.lan:${port}`, `registry:${port}`])
        assert.equal(await ask(host), 403, host);
      assert.equal(await ask('registry.lan', { 'X-Forwarded-For': '192.0.2.1' }), 200);
    } finally {
      await registry.stop();
    }
  });

  test('that is private wants a token, and shared caches keep nothing', async () => {
    const registry = await startRegistry({ isPrivate: true });
    try {
      await registry.author.mustPublish(STYLE);
      const refused = await post(registry, LIST);
      assert.equal(refused.status, 401);
      assert.match(refused.headers.get('www-authenticate') ?? '', /^Bearer/);
      const reader = await registry.actorWith({ permissions: ['read'], scopes: ['*'] });
      const allowed = await request(registry, 'tools/list', {}, { authorization: `Bearer ${reader.token}` });
      assert.deepEqual([allowed.status, allowed.json.result.cacheScope], [200, 'private']);
    } finally {
      await registry.stop();
    }
  });

  test('whose operator has switched it off says so', async () => {
    const registry = await startRegistry({ mcp: 'off' });
    try {
      const { status, json } = await post(registry, LIST);
      assert.deepEqual([status, json.code], [404, 'not_found']);
      assert.match(json.detail, /switched/);
    } finally {
      await registry.stop();
    }
  });

  test('counts requests as reads', async () => {
    const registry = await startRegistry({ readRate: { requests: 2, windowS: 60 } });
    try {
      const statuses = [];
      for (let sent = 0; sent < 3; sent += 1) statuses.push((await post(registry, LIST)).status);
      assert.deepEqual(statuses, [200, 200, 429]);
    } finally {
      await registry.stop();
    }
  });

  test('counts each search and lookup that a call leads to as a read', async () => {
    const registry = await startRegistry({ readRate: { requests: 6, windowS: 60 } });
    try {
      await registry.author.mustPublish(STYLE);
      const call = async (name: string, args: Record<string, unknown>) =>
        request(registry, 'tools/call', { name, arguments: args });
      const read = await call('read_atom', { id: '@acme/rule-alpha' });
      assert.match(read.headers.get('ratelimit') ?? '', /r=5/);
      // One search for all words, and one for each of two.
      const found = await call('search_knowledge', { query: 'short names' });
      assert.equal(found.json.result.isError, undefined);
      assert.match(found.headers.get('ratelimit') ?? '', /r=2/);
      const requires = Array.from({ length: 20 }, (_, index) => `@acme/web-style@^1.0.${index}`);
      const { status, json } = await call('resolve_primes', { requires });
      assert.deepEqual([status, json.result.isError], [200, undefined]);
      assert.match(
        json.result.content[0].text,
        /@acme\/web-style.* → 1\.0\.0.*Too many requests to read .*try again in/s,
      );
      assert.equal((await call('read_atom', { id: '@acme/rule-alpha' })).status, 429);
    } finally {
      await registry.stop();
    }
  });
});
