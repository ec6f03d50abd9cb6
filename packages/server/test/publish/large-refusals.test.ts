// Refusals before the end of the upload: a stranger's body is never requested, and a client that sends it
// anyway still gets the answer.
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

// More than the buffers of two sockets hold: a server that did not read on would block the client.
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

  test('a 401 is answered before the first byte of the body', async () => {
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
      test(`${expected}: a client that sends everything before it reads gets the answer, ${connection}`, async () => {
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

  test('a kept connection serves the next request after a refused upload', async () => {
    const client = await connect();
    const head = { 'Content-Type': contentType, 'Content-Length': String(LARGE_BODY.length) };
    await client.sendHead('POST /publish HTTP/1.1', head);
    await client.send(LARGE_BODY);
    expectProblem(await client.readAnswer(), 'unauthenticated');
    await client.sendHead('GET /-/health/live HTTP/1.1', {});
    assert.equal((await client.readAnswer()).status, 200);
    client.destroy();
  });

  test('without a token, a client that waits for 100 Continue does not get it, and the connection ends', async () => {
    const client = await connect();
    const headers = { 'Content-Type': contentType, 'Content-Length': '1000', Expect: '100-continue' };
    await client.sendHead('POST /publish HTTP/1.1', headers);
    const answer = await client.readAnswer();
    expectProblem(answer, 'unauthenticated');
    assert.deepEqual(answer.interim, []);
    // The next bytes could be the body or another request (RFC 9110, section 10.1.1).
    assert.equal(answer.headers.get('connection'), 'close');
    await client.waitForEnd();
  });

  test('with a body that is not a form, a client that waits for 100 Continue does not get it', async () => {
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

  test('a client that may publish and waits for 100 Continue gets it, and publishes', async () => {
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
