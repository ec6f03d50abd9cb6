// Clients that go away during a download: no file stays open.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, readlink } from 'node:fs/promises';
import { after, test } from 'node:test';
import { buildTarball, eventually, RawClient, startRegistry } from '@prime-registry/testkit';

const registry = await startRegistry();
after(() => registry.stop());
// More than the buffers of a connection hold, so that the download waits for its client.
const tarball = buildTarball({ 'data.bin': randomBytes(12_000_000) });
await registry.author.mustPublish({ tarball });

const PATH = '/pack/@acme/web-style/1.0.0/tarball';

/** Files of the registry that this process has open; undefined if the system does not say. */
async function listOpenBlobs(): Promise<string[] | undefined> {
  const descriptors = await readdir('/proc/self/fd').catch(() => undefined);
  if (descriptors === undefined) return undefined;
  const targets = await Promise.all(descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return targets.filter((target) => target.startsWith(`${registry.dataFolder}/blobs`));
}

test('an aborted download closes its file', async () => {
  const clients = await Promise.all(Array.from({ length: 10 }, () => RawClient.connect(registry.baseUrl)));
  for (const client of clients) await client.sendHead(`GET ${PATH} HTTP/1.1`, {});
  await eventually(async () => assert.equal((await listOpenBlobs())?.length ?? 10, 10));
  for (const client of clients) client.destroy();
  await eventually(async () => assert.deepEqual((await listOpenBlobs()) ?? [], []));
});

test('a refused or finished download leaves none open either', async () => {
  const whole = await registry.anonymous.get(PATH);
  assert.ok(whole.bytes.equals(tarball));
  for (const headers of [{ range: 'bytes=0-1' }, { range: 'bytes=99999999-' }, { 'if-none-match': '*' }]) {
    await registry.anonymous.get(PATH, headers);
  }
  await registry.anonymous.request(PATH, { method: 'HEAD' });
  await eventually(async () => assert.deepEqual((await listOpenBlobs()) ?? [], []));
});
