// Bundles of the log, compressed for those who accept that, from the route and from memory.
import assert from 'node:assert/strict';
import { get, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { LogEntry } from '@prime-registry/protocol';
import { startRegistry } from '@prime-registry/testkit';

const registry = await startRegistry();
after(() => registry.stop());

/** Without what fetch does with answers. */
async function read(path: string, headers: Record<string, string>) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number | undefined;
    headers: IncomingHttpHeaders;
    body: Buffer;
  }>();
  get(`${registry.baseUrl}${path}`, { headers, agent: false }, (response) => {
    buffer(response).then(
      (body) => resolve({ status: response.statusCode, headers: response.headers, body }),
      reject,
    );
  }).on('error', reject);
  return promise;
}

const entry: LogEntry = {
  ...{ v: 1, type: 'undeprecate', at: '2026-01-02T03:04:05Z', by: 'operator' },
  ...{ name: '@acme/web-style', range: '*' },
};
await registry.store.appendToLog(Array.from({ length: 260 }, () => entry));

for (const path of ['/-/log/tile/entries/000', '/-/log/tile/entries/001.p/5']) {
  test(`${path} is compressed for those who accept it, and for nobody else`, async () => {
    const plain = await read(path, {});
    assert.equal(plain.headers['content-encoding'], undefined);
    const packed = await read(path, { 'accept-encoding': 'br, gzip;q=0.5' });
    assert.equal(packed.headers['content-encoding'], 'gzip');
    assert.deepEqual(gunzipSync(packed.body), plain.body);
    assert.ok(packed.body.length < plain.body.length);
    assert.notEqual(packed.headers.etag, plain.headers.etag, 'other bytes, another strong tag');
    for (const { headers } of [plain, packed]) {
      assert.match(String(headers.vary), /\bAccept-Encoding\b/);
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.equal(headers['content-type'], 'application/octet-stream');
    }
    const again = await read(path, { 'accept-encoding': 'gzip' });
    assert.deepEqual([again.headers['content-encoding'], again.body], ['gzip', packed.body]);
    assert.deepEqual((await read(path, { 'accept-encoding': 'gzip;q=0' })).body, plain.body);
    const known = { 'accept-encoding': 'gzip', 'if-none-match': String(packed.headers.etag) };
    const unchanged = await read(path, known);
    assert.deepEqual([unchanged.status, unchanged.headers['content-encoding']], [304, undefined]);
    assert.equal((await read(path, { 'if-none-match': String(packed.headers.etag) })).status, 200);
  });
}

test('hashes are not compressed', async () => {
  const { headers, body } = await read('/-/log/tile/0/000', { 'accept-encoding': 'gzip' });
  assert.deepEqual([headers['content-encoding'], body.length], [undefined, 256 * 32]);
});
