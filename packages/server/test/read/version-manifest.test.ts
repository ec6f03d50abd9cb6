// GET /pack/:scope/:version: the manifest of a version, and its pack.yaml exactly as it was published.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { buildTarball, expectProblem, manifestText, startRegistry } from '@prime-registry/testkit';

const registry = await startRegistry({ now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 678) });
after(() => registry.stop());

test('has the fields of the contract, and the documented additions', async () => {
  const tarball = buildTarball({ 'README.md': 'hello' });
  await registry.author.mustPublish({
    version: '1.0.0-rc.1+build.7',
    description: 'Ünï “quoted” 🦄\nsecond line',
    extra: 'atoms: 12\nnamespaces: ["@web", "@acme/sub"]\nsomething-else: {kept: true}',
    tarball,
  });
  const { json } = await registry.anonymous.get('/pack/@acme/web-style/1.0.0-rc.1+build.7');
  assert.deepEqual(json, {
    name: '@acme/web-style',
    version: '1.0.0-rc.1+build.7',
    description: 'Ünï “quoted” 🦄\nsecond line',
    license: 'Apache-2.0',
    atoms: 12,
    namespaces: ['@web', '@acme/sub'],
    'prime-version': '1.0',
    sha256: createHash('sha256').update(tarball).digest('hex'),
    tarball_url: '/pack/@acme/web-style/1.0.0-rc.1+build.7/tarball',
    published_at: '2026-01-02T03:04:05Z',
    size_bytes: tarball.length,
    yanked: false,
  });
  const download = await registry.anonymous.get(json.tarball_url);
  assert.ok(download.bytes.equals(tarball), 'tarball_url leads to the tarball');
});

test('missing atoms and namespaces are counted in the tarball', async () => {
  await registry.author.mustPublish({
    name: '@acme/counted',
    files: { 'primes/@web/a.prime': 'a', 'primes/@web/b.prime': 'b', 'primes/@other/c.prime': 'c' },
  });
  const { json } = await registry.anonymous.get('/pack/@acme/counted/1.0.0');
  assert.equal(json.atoms, 3);
  assert.deepEqual(json.namespaces, ['@other', '@web']);
  await registry.author.mustPublish({ name: '@acme/none' });
  const none = await registry.anonymous.get('/pack/@acme/none/1.0.0');
  assert.deepEqual([none.json.atoms, none.json.namespaces], [0, []]);
});

describe('the pack.yaml as it was published', () => {
  // Bytes, not text: a form would turn the line breaks of a text into CRLF.
  const manifest = Buffer.from(
    `# a comment, kept\n${manifestText({ name: '@acme/source' })}\nunknown: ["ü", 🦄]\n\n`,
  );

  test('has the very bytes, and may be cached for ever', async () => {
    await registry.author.mustPublish({ manifest });
    const answer = await registry.anonymous.get('/-/primes/@acme/source/1.0.0/pack.yaml');
    assert.equal(answer.status, 200);
    assert.ok(answer.bytes.equals(manifest));
    assert.equal(answer.headers.get('content-type'), 'application/yaml; charset=utf-8');
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    const head = await registry.anonymous.request('/-/primes/@acme/source/1.0.0/pack.yaml', {
      method: 'HEAD',
    });
    assert.equal(head.headers.get('content-length'), String(manifest.length));
    assert.equal(head.bytes.length, 0);
  });

  test('is missing if the version is', async () => {
    const path = (prime: string): string => `/-/primes/${prime}/pack.yaml`;
    expectProblem(await registry.anonymous.get(path('@acme/source/2.0.0')), 'version_not_found');
    expectProblem(await registry.anonymous.get(path('@acme/nothing/1.0.0')), 'prime_not_found');
    expectProblem(await registry.anonymous.get(path('@acme/source/v1')), 'not_found');
  });
});
