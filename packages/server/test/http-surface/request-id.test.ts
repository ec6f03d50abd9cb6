// Request ids: the same in the header, in a problem and in the log, so that a failure can be traced.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { eventually, expectProblem, RawClient, startRegistry } from '@prime-registry/testkit';

const registry = await startRegistry();
after(() => registry.stop());
await registry.author.mustPublish();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The only log line with this id; it may come after the answer. */
function readLogLine(requestId: string | null): Promise<Record<string, unknown>> {
  return eventually(() => {
    const lines = registry.log.filter((line) => JSON.parse(line).request_id === requestId);
    assert.equal(lines.length, 1, lines.join(''));
    return JSON.parse(lines[0] ?? '');
  });
}

describe('an answer', () => {
  const requests: [method: string, path: string, headers: Record<string, string>, status: number][] = [
    ['GET', '/pack/%40acme%2Fweb-style?x=1', {}, 200],
    ['HEAD', '/search?q=web', {}, 200],
    ['GET', '/pack/@acme/web-style/1.0.0/tarball', {}, 200],
    ['GET', '/pack/@acme/web-style/1.0.0/tarball', { range: 'bytes=0-1' }, 206],
    ['GET', '/pack/@acme/web-style/1.0.0/tarball', { 'if-none-match': '*' }, 304],
    ['GET', '/pack/@acme/web-style', { 'if-none-match': '*' }, 304],
    ['OPTIONS', '/search', {}, 204],
    ['GET', '/nowhere', {}, 404],
    ['PUT', '/search', {}, 405],
    ['POST', '/publish', {}, 401],
    ['GET', '/-/metrics', {}, 200],
    ['GET', '/', {}, 200],
    ['GET', '/pack/%zz', {}, 400],
    ['GET', '/search', {}, 400],
  ];
  for (const [method, path, headers, status] of requests) {
    test(`${status} to ${method} ${path} has a unique id, and a line in the log`, async () => {
      const answer = await registry.anonymous.request(path, { method, headers });
      assert.equal(answer.status, status);
      const requestId = answer.headers.get('x-request-id');
      assert.match(requestId ?? '', UUID);
      const {
        msg,
        method: loggedMethod,
        path: loggedPath,
        status: loggedStatus,
        level,
      } = await readLogLine(requestId);
      assert.deepEqual([msg, loggedMethod, loggedPath, loggedStatus], ['request', method, path, status]);
      assert.equal(level, 30);
    });
  }

  test('to malformed HTTP has one, too', async () => {
    const client = await RawClient.connect(registry.baseUrl);
    await client.send('nonsense\r\n\r\n');
    const { request_id } = expectProblem(await client.readAnswer(), 'invalid_request');
    assert.match(request_id, UUID);
    assert.equal((await readLogLine(request_id)).status, 400);
  });
});

describe("a client's own id in X-Request-Id", () => {
  const harmless = [
    'abc',
    'A-b_c.9',
    '0',
    'x'.repeat(100),
    'b7ad6b7169203331',
    '6f1b0c8e-0000-4000-8000-000000000000',
  ];
  for (const given of harmless) {
    test(`is kept: ${given.slice(0, 40)}`, async () => {
      const answer = await registry.anonymous.get('/nowhere', { 'x-request-id': given });
      assert.equal(expectProblem(answer, 'not_found').request_id, given);
      assert.equal((await readLogLine(given)).status, 404);
    });
  }

  const harmful = [
    'x'.repeat(101),
    'a b',
    'a"b',
    '<script>',
    'a\\b',
    '{"a":1}',
    'a/b',
    'caf\u00e9',
    ',',
    ' ',
  ];
  for (const given of harmful) {
    test(`is replaced if it might do harm: ${JSON.stringify(given.slice(0, 40))}`, async () => {
      const answer = await registry.anonymous.get('/nowhere', { 'x-request-id': given });
      assert.match(expectProblem(answer, 'not_found').request_id, UUID);
    });
  }

  test('is replaced if it is sent twice', async () => {
    const client = await RawClient.connect(registry.baseUrl);
    await client.send('GET /nowhere HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\r\nX-Request-Id: b\r\n\r\n');
    assert.match(expectProblem(await client.readAnswer(), 'not_found').request_id, UUID);
    client.destroy();
  });
});

describe('the log', () => {
  test('says which token was used, and never the token', async () => {
    const answer = await registry.author.yank('@acme/web-style', '9.9.9');
    const line = await readLogLine(answer.headers.get('x-request-id'));
    assert.match(String(line.token_id), /^[0-9a-f]{12}$/);
    const secret = registry.author.token ?? '';
    assert.ok(secret.length > 20);
    await registry.anonymous.get('/nowhere', { authorization: `Bearer ${secret}`, cookie: secret });
    assert.deepEqual(
      registry.log.filter((text) => text.includes(secret)),
      [],
    );
  });

  test('is one line, whatever is in the path', async () => {
    const answer = await registry.anonymous.get(`/pack/@acme/%0A%22%7D${'x'.repeat(2000)}`);
    const { path } = await readLogLine(answer.headers.get('x-request-id'));
    assert.equal(String(path).length, 500);
    for (const text of registry.log) assert.equal(text.trimEnd().includes('\n'), false);
  });
});

test("an id of which a part would be masked is not used, and is in nobody else's answer", async () => {
  const path = '/pack/@acme/not-there';
  const first = await registry.anonymous.get(path, { 'x-request-id': 'a-mark-pri_0123456789' });
  assert.match(expectProblem(first, 'prime_not_found').request_id, UUID);
  const second = await registry.anonymous.get(path);
  assert.equal(expectProblem(second, 'prime_not_found').request_id, second.headers.get('x-request-id'));
  assert.ok(!second.text.includes('a-mark'));
});
