// Refusals that come before the upload has ended: a stranger's body is never asked for, and whoever sends one nevertheless
// still sees the answer.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  encodeForm,
  expectProblem,
  manifestText,
  RawClient,
  startRegistry,
  type TestRegistry,
  tarballOf,
} from '@prime-registry/testkit';
import { expectRefused } from './refusal.ts';

// More than the buffers of two sockets hold: a server that does not read on would block the sender.
const LARGE_BODY = Buffer.alloc(32 * 2 ** 20, 'x');

suite('a publish that is refused before its end', () => {
  let registry: TestRegistry;
  before(async () => {
    registry = await startRegistry();
  });
  after(() => registry.stop());

  const contentType = 'multipart/form-data; boundary=b';
  const authorization = () => `Bearer ${registry.author.token}`;
  const connect = () => RawClient.connect(registry.baseUrl);

  test('a 401 is answered before a single byte of the body is there', async () => {
    const client = await connect();
    await client.sendHead('POST /publish HTTP/1.1', {
      'Content-Type': contentType,
      'Content-Length': '1000',
    });
    expectProblem(await client.readAnswer(), 'unauthenticated');
    client.destroy();
  });

  for (const expected of ['unauthenticated', 'invalid_form', 'broken form'] as const) {
    for (const connection of ['keep-alive', 'close']) {
      test(`${expected}: a client that sends everything before it reads sees the answer, ${connection}`, async () => {
        const client = await connect();
        await client.sendHead('POST /publish HTTP/1.1', {
          'Content-Type': expected === 'invalid_form' ? 'application/gzip' : contentType,
          'Content-Length': String(LARGE_BODY.length),
          Connection: connection,
          ...(expected !== 'unauthenticated' && { Authorization: authorization() }),
        });
        await client.send(expected === 'broken form' ? '--b\r\nnonsense\r\n\r\n' : '0123456789abcdef\r\n');
        await client.send(LARGE_BODY.subarray(18));
        const problem = expectProblem(
          await client.readAnswer(),
          expected === 'unauthenticated' ? expected : 'invalid_form',
        );
        assert.ok(problem.detail);
        client.destroy();
      });
    }
  }

  test('a connection that is kept serves the next request after a refused upload', async () => {
    const client = await connect();
    const head = { 'Content-Type': contentType, 'Content-Length': String(LARGE_BODY.length) };
    await client.sendHead('POST /publish HTTP/1.1', head);
    await client.send(LARGE_BODY);
    expectProblem(await client.readAnswer(), 'unauthenticated');
    await client.sendHead('GET /-/health/live HTTP/1.1', {});
    assert.equal((await client.readAnswer()).status, 200);
    client.destroy();
  });

  test('who asks first is not told to go on without a token, and the connection ends', async () => {
    const client = await connect();
    const headers = { 'Content-Type': contentType, 'Content-Length': '1000', Expect: '100-continue' };
    await client.sendHead('POST /publish HTTP/1.1', headers);
    const answer = await client.readAnswer();
    expectProblem(answer, 'unauthenticated');
    assert.deepEqual(answer.interim, []);
    // What comes next could be the body or another request: nobody could tell (RFC 9110, section 10.1.1).
    assert.equal(answer.headers.get('connection'), 'close');
    await client.waitForEnd();
  });

  test('who asks first is not told to go on with a body that is no form', async () => {
    const client = await connect();
    await expectRefused(
      registry,
      async () => {
        await client.sendHead('POST /publish HTTP/1.1', {
          Authorization: authorization(),
          'Content-Type': 'application/gzip',
          'Content-Length': '1000',
          Expect: '100-continue',
        });
        const answer = await client.readAnswer();
        assert.deepEqual(answer.interim, []);
        return answer;
      },
      { code: 'invalid_form' },
    );
    client.destroy();
  });

  test('who asks first and may publish is told to go on, and publishes', async () => {
    const form = encodeForm([
      { name: 'manifest', body: manifestText({ name: '@acme/asked-first' }) },
      { name: 'tarball', body: tarballOf({}) ?? '' },
    ]);
    const client = await connect();
    await client.sendHead('POST /publish HTTP/1.1', {
      Authorization: authorization(),
      'Content-Type': form.contentType,
      'Content-Length': String(form.body.length),
      Expect: '100-continue',
    });
    await client.send(form.body);
    const answer = await client.readAnswer();
    assert.deepEqual([...answer.interim, answer.status], [100, 201]);
    client.destroy();
  });
});
