// A hostile upstream: what could not be published here is not passed on, and not kept.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { buildTarball, eventually, expectProblem, RawClient } from '@prime-registry/testkit';
import { type Chain, MANIFEST, startChain, TARBALL } from '../chain.ts';

const MANIFEST_OF_OTHER = 'name: "@acme/other"\nversion: 9.9.9\n';

/** Answers with a forged version, with matching digests. */
async function forge(
  { origin, link }: Chain,
  bytes: Buffer,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await origin.author.mustPublish();
  const { json } = await origin.anonymous.get(MANIFEST);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const manifest = { ...json, atoms: 0, namespaces: [], sha256, size_bytes: bytes.length, ...fields };
  const answer = (type: string, body: string | Buffer) =>
    ({ kind: 'answer', status: 200, headers: { 'content-type': type }, body }) as const;
  link.fault = ({ path }) => {
    if (path === MANIFEST) return answer('application/json', JSON.stringify(manifest));
    return path === TARBALL ? answer('application/gzip', bytes) : { kind: 'answer', status: 404 };
  };
}

async function assertRefused({ mirror }: Chain, path: string): Promise<void> {
  expectProblem(await mirror.anonymous.get(path), 'upstream_mismatch');
  await eventually(async () => assert.deepEqual(await mirror.store.listVersions('@acme/web-style'), []));
  assert.deepEqual(await mirror.listFiles(), []);
}

/** A tarball with a path that leads out of its folder. */
function climbingTarball(): Buffer {
  const tar = Buffer.alloc(1536);
  tar.write('../../etc/cron.d/x', 0);
  tar.write('0000644\u00000000000\u00000000000\u000000000000000\u000014000000000\u0000', 100);
  tar.write('ustar\u000000', 257);
  tar.write('        ', 148);
  tar[156] = 0x30;
  const sum = tar.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  tar.write(`${sum.toString(8).padStart(6, '0')}\u0000 `, 148);
  return gzipSync(tar);
}

test('a forged version that is right in itself is mirrored', async () => {
  await using chain = await startChain();
  await forge(chain, buildTarball({ 'a.md': 'text' }));
  assert.equal((await chain.mirror.anonymous.get(TARBALL)).status, 200);
});

test('a tarball that could not be published here is refused', async () => {
  await using chain = await startChain();
  await forge(chain, climbingTarball());
  await assertRefused(chain, TARBALL);
});

test('a pack.yaml of another Prime is refused, also an incomplete one', async () => {
  await using chain = await startChain();
  await forge(chain, buildTarball({ 'pack.yaml': MANIFEST_OF_OTHER }));
  await chain.mirror.anonymous.get(TARBALL);
  await eventually(() =>
    assert.ok(chain.mirror.log.some((line) => line.includes('contradicts its manifest'))),
  );
  assert.deepEqual(await chain.mirror.store.listVersions('@acme/web-style'), []);
});

test('a manifest with control or direction characters is refused', async () => {
  for (const description of ['a\u001b[31mb', 'a\u202eb', 'a\u0000b']) {
    await using chain = await startChain();
    await forge(chain, buildTarball({ 'a.md': 'text' }), { description });
    await assertRefused(chain, MANIFEST);
    await assertRefused(chain, TARBALL);
  }
});

test('bytes beyond the length in the manifest never reach a client', async () => {
  const smuggled = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello';
  for (const bytes of [
    Buffer.from(`12345${smuggled}`),
    Buffer.concat([randomBytes(300_000), Buffer.from(smuggled)]),
  ]) {
    await using chain = await startChain();
    await forge(chain, bytes, { size_bytes: bytes.length - smuggled.length });
    const client = await RawClient.connect(chain.mirror.baseUrl);
    await client.sendHead(`GET ${TARBALL} HTTP/1.1`, {});
    await client.sendHead(`GET ${MANIFEST} HTTP/1.1`, { Connection: 'close' });
    assert.ok(!(await client.readToEnd()).includes('hello'));
  }
});
