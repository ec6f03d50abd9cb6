// Wrong bytes of an upstream are never passed on as if they were right, and never kept.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { eventually, expectProblem } from '@prime-registry/testkit';
import { LIST, MANIFEST, startChain, TARBALL } from '../chain.ts';

const LARGE = randomBytes(3_000_000);
const NO_MEMORY = { responseCacheBytes: 0 };
const ofTarballs =
  (kind: 'flip' | 'truncate' | 'shorten') =>
  ({ path }: { readonly path: string }) =>
    path.endsWith('/tarball') ? ({ kind } as const) : undefined;

describe('a tarball', () => {
  for (const kind of ['flip', 'shorten', 'truncate'] as const) {
    test(`with a fault (${kind}) is refused if small, and never completed if large; nothing is kept`, async () => {
      await using chain = await startChain({}, NO_MEMORY);
      const { origin, mirror, link } = chain;
      await origin.author.mustPublish({ version: '1.0.0' });
      await origin.author.mustPublish({ version: '2.0.0', files: { 'large.bin': LARGE } });
      const files = await mirror.listFiles();
      link.fault = ofTarballs(kind);
      const small = await mirror.anonymous.get(TARBALL);
      expectProblem(small, kind === 'truncate' ? 'upstream_unavailable' : 'upstream_mismatch');
      await assert.rejects(mirror.anonymous.get(`${LIST}/2.0.0/tarball`), /aborted|terminated|fetch failed/);
      await eventually(() => assert.ok(mirror.log.some((line) => line.includes('an upstream failed'))));
      assert.deepEqual(await mirror.store.listVersions('@acme/web-style'), []);
      assert.deepEqual(await mirror.listFiles(), files);

      link.fault = () => undefined;
      assert.deepEqual(
        (await mirror.anonymous.get(TARBALL)).bytes,
        (await origin.anonymous.get(TARBALL)).bytes,
      );
    });
  }

  test('that contradicts its manifest is not kept', async () => {
    await using chain = await startChain({}, NO_MEMORY);
    const { origin, mirror, link } = chain;
    const manifest =
      'name: "@acme/web-style"\nversion: 1.0.0\ndescription: True\nlicense: MIT\nprime-version: "1.0"\n';
    await origin.author.mustPublish({ manifest, files: { 'pack.yaml': manifest } });
    // As a proxy would that changes it on purpose, with a matching digest.
    link.fault = ({ path }) =>
      path === MANIFEST
        ? { kind: 'answer', status: 200, headers: { 'content-type': 'application/json' }, body: forged }
        : undefined;
    const { json } = await origin.anonymous.get(MANIFEST);
    const forged = JSON.stringify({ ...json, license: 'Proprietary' });
    await mirror.anonymous.get(TARBALL);
    await eventually(() =>
      assert.ok(mirror.log.some((line) => line.includes('contradicts its manifest: license'))),
    );
    assert.deepEqual(await mirror.store.listVersions('@acme/web-style'), []);
  });
});

describe('JSON', () => {
  test('that was changed on the way is refused', async () => {
    await using chain = await startChain({}, NO_MEMORY);
    const { origin, mirror, link } = chain;
    await origin.author.mustPublish({ version: '1.0.0', description: 'Safe to use' });
    link.fault = () => ({
      kind: 'rewrite',
      rewrite: (body) => body.replace('Safe', 'Sage').replace('1.0.0', '1.0.1'),
    });
    expectProblem(await mirror.anonymous.get(MANIFEST), 'upstream_mismatch');
    expectProblem(await mirror.anonymous.get(LIST), 'upstream_mismatch');
    link.fault = () => undefined;
    assert.equal((await mirror.anonymous.get(MANIFEST)).json.description, 'Safe to use');
  });
});
