// A version that is not here is pulled from its upstream, once, and stays.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, readlink } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { eventually, expectProblem, startRegistry, type TestRegistry } from '@prime-registry/testkit';
import { LIST, MANIFEST, startChain, TARBALL, upstreamAt } from '../chain.ts';

/** The open temporary files of pulls: they have no name. */
async function listSpools(): Promise<string[]> {
  const files = await readdir('/proc/self/fd');
  const targets = await Promise.all(files.map((file) => readlink(`/proc/self/fd/${file}`).catch(() => '')));
  return targets.filter((target) => /\/prime-registry-[\w-]{36} \(deleted\)$/.test(target));
}

const isKept = ({ store }: TestRegistry): Promise<void> =>
  eventually(async () => assert.equal((await store.listVersions('@acme/web-style')).length, 1));

describe('a version of an upstream', () => {
  test('is listed, described and downloaded as at its upstream, with its origin', async () => {
    await using chain = await startChain();
    const { origin, mirror, link } = chain;
    await origin.author.mustPublish({ version: '1.0.0' });
    await origin.author.mustPublish({ version: '1.1.0-beta' });
    for (const path of [LIST, MANIFEST]) {
      const there = (await origin.anonymous.get(path)).json;
      const here = await mirror.anonymous.get(path);
      assert.equal(here.status, 200);
      assert.deepEqual(here.json, { ...there, origin: link.baseUrl });
    }
    const there = await origin.anonymous.get(TARBALL);
    const here = await mirror.anonymous.get(TARBALL);
    assert.equal(here.status, 200);
    assert.deepEqual(here.bytes, there.bytes);
    for (const header of ['etag', 'repr-digest', 'content-length', 'content-disposition', 'cache-control'])
      assert.equal(here.headers.get(header), there.headers.get(header), header);
  });

  test('is here from its first download on: manifest, tarball and inventory, without the upstream', async () => {
    await using chain = await startChain();
    const { origin, mirror, link } = chain;
    const files = { 'README.md': '# Gumption\n\nA word that only the README has.\n' };
    await origin.author.mustPublish({ version: '1.0.0', files, extra: 'tags: [knowhow]' });
    const list = (await mirror.anonymous.get(LIST)).text;
    const manifest = (await mirror.anonymous.get(MANIFEST)).json;
    const { bytes } = await mirror.anonymous.get(TARBALL);
    await isKept(mirror);
    await link.close();
    assert.deepEqual((await mirror.anonymous.get(MANIFEST)).json, manifest);
    assert.deepEqual((await mirror.anonymous.get(TARBALL)).bytes, bytes);
    assert.equal((await mirror.anonymous.get(LIST)).text, list);
    assert.equal((await mirror.anonymous.get('/search?q=knowhow')).json.total, 1);
    assert.equal((await mirror.anonymous.get('/-/search?q=gumption')).json.total, 1);
    assert.equal((await mirror.anonymous.get(TARBALL, { range: 'bytes=0-9' })).status, 206);
    assert.equal((await mirror.anonymous.get(TARBALL, { 'if-none-match': '*' })).status, 304);
  });

  test('is pulled once for simultaneous requests', async () => {
    await using chain = await startChain();
    const { origin, mirror, link } = chain;
    const noise = randomBytes(300_000);
    await origin.author.mustPublish({ version: '1.0.0', files: { 'noise.bin': noise } });
    const whole = (await origin.anonymous.get(TARBALL)).bytes;
    const answers = await Promise.all(Array.from({ length: 30 }, () => mirror.anonymous.get(TARBALL)));
    for (const { status, bytes } of answers) {
      assert.equal(status, 200);
      assert.ok(bytes.equals(whole));
    }
    assert.equal(link.requests.filter((request) => request === `GET ${TARBALL}`).length, 1);
    assert.equal(link.requests.filter((request) => request === `GET ${MANIFEST}`).length, 1);
  });

  test('is read to its end by a slow client, which holds no temporary file once it is stored', {
    skip: process.platform !== 'linux',
  }, async () => {
    await using chain = await startChain();
    const { origin, mirror } = chain;
    // More than a connection buffers.
    await origin.author.mustPublish({ version: '1.0.0', files: { 'noise.bin': randomBytes(24_000_000) } });
    const whole = (await origin.anonymous.get(TARBALL)).bytes;
    const slow = await fetch(`${mirror.baseUrl}${TARBALL}`);
    const reader = slow.body?.getReader();
    const pieces = [(await reader?.read())?.value ?? new Uint8Array()];
    await isKept(mirror);
    await eventually(async () => assert.deepEqual(await listSpools(), []));
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read())
      pieces.push(next.value);
    assert.ok(Buffer.concat(pieces).equals(whole));
  });

  test('is requested together with its tarball and its proof: the first byte is one round trip away', async () => {
    await using chain = await startChain();
    const { origin, mirror, link } = chain;
    await origin.author.mustPublish({ version: '1.0.0' });
    // The tarball is answered although the manifest, requested at the same time, is not here yet.
    const asked: string[] = [];
    link.fault = ({ path }) => {
      asked.push(path);
      return undefined;
    };
    assert.equal((await mirror.anonymous.get(TARBALL)).status, 200);
    // The key of the log is asked for once.
    const proof = '/-/primes/@acme/web-style/1.0.0/proof?of=origin';
    assert.deepEqual(asked.toSorted(), ['/-/log', proof, MANIFEST, TARBALL]);
  });

  test('that does not exist is a 404, and the upstream is not asked again for a while', async () => {
    await using chain = await startChain({}, { responseCacheBytes: 0 });
    const { origin, mirror, link, wait } = chain;
    for (let round = 0; round < 3; round += 1) {
      expectProblem(await mirror.anonymous.get(LIST), 'prime_not_found');
      expectProblem(await mirror.anonymous.get(MANIFEST), 'prime_not_found');
      expectProblem(await mirror.anonymous.get(TARBALL), 'prime_not_found');
    }
    assert.ok(link.requests.length <= 4, link.requests.join());
    await origin.author.mustPublish({ version: '1.0.0' });
    wait(31_000);
    assert.equal((await mirror.anonymous.get(MANIFEST)).status, 200);
  });

  test('is the same in every spelling of its path', async () => {
    await using chain = await startChain();
    await chain.origin.author.mustPublish({ version: '1.0.0' });
    for (const path of [
      '/pack/%40acme%2Fweb-style',
      '/pack/@acme%2fweb-style/1.0.0',
      '/pack/%40acme/web-style/1.0.0/tarball',
    ])
      assert.equal((await chain.mirror.anonymous.get(path)).status, 200, path);
  });

  test('is pulled through two mirrors, and stays in both', async () => {
    await using chain = await startChain();
    const { origin, mirror } = chain;
    await origin.author.mustPublish({ version: '1.0.0' });
    const last = await startRegistry({ upstreams: [upstreamAt(mirror.baseUrl)] });
    try {
      const { bytes } = await last.anonymous.get(TARBALL);
      assert.deepEqual(bytes, (await origin.anonymous.get(TARBALL)).bytes);
      assert.equal((await last.anonymous.get(MANIFEST)).json.origin, mirror.baseUrl);
      await isKept(mirror);
      await isKept(last);
    } finally {
      await last.stop();
    }
  });
});
