// A tarball is streamed to the disk: the server never waits for all of it, and never holds it in memory.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { buildTarball, encodeForm, manifestText, RawClient, startRegistry } from '@prime-registry/testkit';

const SLACK_BYTES = 512 * 1024;

test('half an upload is on the disk before the other half is sent', async (t) => {
  const registry = await startRegistry();
  const client = await RawClient.connect(registry.baseUrl);
  t.after(async () => {
    client.destroy();
    await registry.stop();
  });
  const tarball = buildTarball({ 'random.bin': randomBytes(8 * 2 ** 20) });
  const { contentType, body } = encodeForm([
    { name: 'tarball', body: tarball },
    { name: 'manifest', body: manifestText() },
  ]);
  await client.sendHead('POST /publish HTTP/1.1', {
    Authorization: `Bearer ${registry.author.token}`,
    'Content-Type': contentType,
    'Content-Length': String(body.length),
  });
  const halfBytes = body.length / 2;
  await client.send(body.subarray(0, halfBytes));

  let onDiskBytes = 0;
  for (let attempt = 0; attempt < 500 && onDiskBytes < halfBytes - SLACK_BYTES; attempt += 1) {
    await delay(10);
    const [path] = await registry.listFiles();
    if (path !== undefined) onDiskBytes = (await stat(join(registry.dataFolder, path))).size;
  }
  assert.ok(onDiskBytes >= halfBytes - SLACK_BYTES && onDiskBytes <= halfBytes, `${onDiskBytes} bytes`);
  assert.equal((await registry.anonymous.get('/pack/@acme/web-style')).status, 404);

  await client.send(body.subarray(halfBytes));
  assert.equal((await client.readAnswer()).status, 201);
  assert.deepEqual((await registry.anonymous.get('/pack/@acme/web-style/1.0.0/tarball')).bytes, tarball);
  assert.equal((await registry.listFiles()).length, 1);
});
