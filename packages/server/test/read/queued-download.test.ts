// Downloads that wait behind another one on their connection (pipelining, RFC 9112, section 9.3.2), while
// other clients come and go.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildTarball, RawClient, startRegistry } from '@prime-registry/testkit';

const registry = await startRegistry();
after(() => registry.stop());
// More than the buffers of a connection hold, so that the following ones wait.
const first = buildTarball({ 'data.bin': randomBytes(16_000_000) });
const others = buildTarball({ 'data.bin': randomBytes(300_000) });
await registry.author.mustPublish({ tarball: first });
await registry.author.mustPublish({ version: '1.0.1', tarball: others });

const pathOf = (version: string): string => `/pack/@acme/web-style/${version}/tarball`;

test('a queued download is not affected by those that are served in the meantime', async () => {
  const client = await RawClient.connect(registry.baseUrl);
  await client.sendHead(`GET ${pathOf('1.0.0')} HTTP/1.1`, {});
  // As much as is read at once.
  await client.sendHead(`GET ${pathOf('1.0.0')} HTTP/1.1`, {
    Range: 'bytes=0-131071',
    Connection: 'close',
  });
  await sleep(200);
  for (let round = 0; round < 10; round++) {
    const { bytes } = await registry.anonymous.get(pathOf('1.0.1'));
    assert.ok(bytes.equals(others));
  }
  const received = Buffer.from(await client.readToEnd(), 'latin1');
  assert.ok(received.includes(first));
  assert.ok(received.subarray(-131_072).equals(first.subarray(0, 131_072)));
});
