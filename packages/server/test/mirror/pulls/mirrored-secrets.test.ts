// A mirror keeps no version that contains one of its valid tokens; other secrets are only logged.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually, expectProblem } from '@prime-registry/testkit';
import { startChain, TARBALL } from '../chain.ts';

const KEY = `ghp_${'q7Rw2Zk9Lm4Xc8Vb3Nh6Tj5GfQ7rW2zK9lM4'}`;

test('a mirrored version with a valid token of the mirror is neither passed on nor kept', async () => {
  await using chain = await startChain();
  const { origin, mirror } = chain;
  const token = mirror.author.token ?? '';
  await origin.author.mustPublish({ files: { 'README.md': 'text', 'docs/a.md': `use ${token}` } });
  const problem = expectProblem(await mirror.anonymous.get(TARBALL), 'upstream_mismatch');
  assert.match(problem.detail, /docs\/a\.md contains a valid access token of this registry/);
  assert.ok(!problem.detail.includes(token.slice(4, 12)));
  assert.deepEqual(await mirror.store.listVersions('@acme/web-style'), []);
  assert.deepEqual(await mirror.listFiles(), []);
});

test('a mirrored version with another secret is kept, and logged', async () => {
  await using chain = await startChain({}, { secretScan: 'enforce' });
  const { origin, mirror } = chain;
  await origin.author.mustPublish({
    files: { 'README.md': 'text', 'a.md': `${origin.author.token?.slice(0, 9)}\n${KEY}` },
  });
  assert.equal((await mirror.anonymous.get(TARBALL)).status, 200);
  await eventually(async () => {
    const lines = mirror.log.map((line) => JSON.parse(line));
    const line = lines.find(({ msg }) => msg === 'a mirrored version may contain secrets');
    assert.deepEqual([line?.prime, line?.places], ['@acme/web-style', ['a.md:2 github-token']]);
  });
  assert.equal((await mirror.store.listVersions('@acme/web-style')).length, 1);
});

test('a mirrored version with a token behind an escape in an atom is not kept', async () => {
  await using chain = await startChain();
  const { origin, mirror } = chain;
  const token = mirror.author.token ?? '';
  const notes = `\\u0070${token.slice(1)}`;
  const source = `rule One {\n  id: "@acme/one"\n  notes: "${notes}"\n}\n`;
  await origin.author.mustPublish({
    files: { 'README.md': 'text', 'primes/sources/@acme/one.prime': source },
  });
  await mirror.anonymous.get(TARBALL);
  const refusal = /one\.prime contains a valid access token of this registry/;
  await eventually(() => assert.ok(mirror.log.some((line) => refusal.test(line))));
  assert.deepEqual(await mirror.store.listVersions('@acme/web-style'), []);
});
