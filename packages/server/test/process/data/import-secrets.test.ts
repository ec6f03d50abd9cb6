// An import refuses a version with a valid token of the registry that imports, and takes the others.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder, makeRegistry, serveHere } from '../temporary-registry.ts';
import { must, run } from './on-data.ts';

const KEY = `ghp_${'q7Rw2Zk9Lm4Xc8Vb3Nh6Tj5GfQ7rW2zK9lM4'}`;

test('a version with a valid token is not imported until the token is revoked', async (t) => {
  const { dataFolder, admin } = await serveHere(t);
  const target = await makeRegistry(t);
  const created = await run(target, ['token', 'create', '--name', 'a', '--scope', '*']);
  const token = created.stdout.trim();
  const [id = ''] = created.stderr.match(/[0-9a-f]{12}/) ?? [];
  await admin.mustPublish({ files: { 'README.md': 'text', 'a.md': `use ${token}` } });
  await admin.mustPublish({ name: '@acme/other', files: { 'a.md': KEY } });
  const file = join(await makeFolder(t), 'primes.tar');
  await must(dataFolder, 'export', file);

  const first = await run(target, ['import', file]);
  assert.equal(first.code, 2);
  assert.equal(first.stdout, 'Imported 1 version, 0 there already, 1 refused.\n');
  assert.match(
    first.stderr,
    /refused: @acme\/web-style 1\.0\.0 is not imported: its tarball: a\.md contains a valid access token/,
  );
  assert.match(first.stderr, /warning: @acme\/other 1\.0\.0 may contain secrets: a\.md:1 github-token/);
  assert.ok(!first.stderr.includes(token.slice(4, 12)));

  await must(target, 'token', 'revoke', id);
  const second = await run(target, ['import', file]);
  assert.equal(second.stdout, 'Imported 1 version, 1 there already.\n');
});
