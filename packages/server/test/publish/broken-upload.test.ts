// Incomplete uploads: the client disappears, stalls, or ends the body in the middle of the form.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  encodeForm,
  eventually,
  expectProblem,
  manifestText,
  RawClient,
  startRegistry,
  type TestRegistry,
  tarballOf,
} from '@prime-registry/testkit';
import { LARGE_FORM } from './large-form.ts';
import { expectRefused, lookAt } from './refusal.ts';

const form = encodeForm([
  { name: 'manifest', body: manifestText() },
  { name: 'tarball', body: tarballOf({}) ?? '', fileName: 'prime.tar.gz' },
]);

suite('an upload that never ends', () => {
  let registry: TestRegistry;
  before(async () => {
    registry = await startRegistry();
  });
  after(() => registry.stop());

  async function beginUpload(body: Uint8Array, contentLength: number): Promise<RawClient> {
    const client = await RawClient.connect(registry.baseUrl);
    await client.sendHead('POST /publish HTTP/1.1', {
      Authorization: `Bearer ${registry.author.token}`,
      'Content-Type': form.contentType,
      'Content-Length': String(contentLength),
    });
    await client.send(body);
    return client;
  }

  test('a form that is cut off anywhere is a 400 that says so', async () => {
    const lengths = [0, 1, 20, 60, 120, form.body.indexOf('tarball') - 30, form.body.length - 60];
    const closing = form.body.length - '--\r\n'.length;
    for (const length of [...lengths, closing, closing + 1]) {
      const body = form.body.subarray(0, length);
      const problem = await expectRefused(
        registry,
        () => registry.author.publishWireForm({ ...form, body }),
        { code: 'invalid_form', fields: ['body'] },
      );
      assert.match(problem.detail, /cut off/);
    }
  });

  test('a client that disappears leaves nothing, and is not logged as a failure', async () => {
    const nothing = await lookAt(registry, '@acme/web-style', '1.0.0');
    const { length } = LARGE_FORM.body;
    for (const sent of [length - 20_000, length - 3]) {
      const client = await beginUpload(LARGE_FORM.body.subarray(0, sent), length);
      await waitForFiles(registry, true);
      client.destroy();
      await waitForFiles(registry, false);
    }
    (await beginUpload(form.body.subarray(0, -3), form.body.length)).destroy();
    const isCounted = /publishes_total\{outcome="invalid_request"\} 3/;
    await eventually(async () => assert.match((await registry.anonymous.get('/-/metrics')).text, isCounted));
    assert.deepEqual(await lookAt(registry, '@acme/web-style', '1.0.0'), nothing);
    assert.deepEqual(
      registry.log.filter((line) => JSON.parse(line).level >= 40),
      [],
    );
    const { text } = await registry.anonymous.get('/-/metrics');
    assert.doesNotMatch(text, /publishes_total\{outcome="internal_error"\}/);
  });

  test('a body with bytes after its end is not published in part', async () => {
    const nothing = await lookAt(registry, '@acme/web-style', '1.0.0');
    const client = await beginUpload(form.body, form.body.length - 10);
    assert.equal((await client.readAnswer()).status, 400);
    await waitForFiles(registry, false);
    assert.deepEqual(await lookAt(registry, '@acme/web-style', '1.0.0'), nothing);
  });
});

test('a stalled upload is a 408 after the timeout, and leaves nothing behind', async (t) => {
  const registry = await startRegistry({ requestTimeoutMs: 200 });
  const client = await RawClient.connect(registry.baseUrl, { staysOpen: true });
  t.after(async () => {
    client.destroy();
    await registry.stop();
  });
  await client.sendHead('POST /publish HTTP/1.1', {
    Authorization: `Bearer ${registry.author.token}`,
    'Content-Type': form.contentType,
    'Content-Length': String(form.body.length),
  });
  await client.send(form.body.subarray(0, -20));
  expectProblem(await client.readAnswer(), 'request_timeout');
  await waitForFiles(registry, false);
});

async function waitForFiles(registry: TestRegistry, areThere: boolean): Promise<void> {
  await eventually(async () => {
    const files = await registry.listFiles();
    assert.equal(files.length > 0, areThere, `files: ${files}`);
  });
}
