// An export may come from anywhere: what its fields say must not harm the log, nor the terminal of the operator.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { openSqliteStore } from '@prime-registry/store/sqlite';
import { buildTarball } from '@prime-registry/testkit';
import { operatorActs } from '../../../src/actions/tokens/act.ts';
import { makeToken } from '../../../src/actions/tokens/create-token.ts';
import { makeRegistry } from '../temporary-registry.ts';
import { must, run, tarballOf } from './on-data.ts';

const AT = '2026-11-21T09:30:00.000Z';
const HEAD = { format: 'prime-registry-export', format_version: 1, exported_at: AT };
const DIGEST = 'a'.repeat(64);

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function writeExport(files: Readonly<Record<string, string | Buffer>>): Buffer {
  return gunzipSync(buildTarball({ 'registry.json': JSON.stringify(HEAD), ...files }));
}

function exportOfVersion(fields: object): Buffer {
  const tarball = tarballOf('imported');
  const facts = {
    ...{ name: '@acme/x', version: '1.0.0', published_at: AT, published_by: 'a', sha256: digest(tarball) },
    ...{ size_bytes: tarball.length, description: 'd', license: 'MIT', prime_version: '1.0', atoms: 0 },
    ...{ namespaces: [], tags: [], yanked: null, ...fields },
  };
  const folder = 'primes/@acme/x/1.0.0';
  return writeExport({
    [`${folder}/version.json`]: JSON.stringify(facts),
    [`${folder}/pack.yaml`]: 'name: "@acme/x"\nversion: 1.0.0\n',
    [`${folder}/tarball.tar.gz`]: tarball,
    'end.json': '{"versions":1,"tokens":0}',
  });
}

function exportOfToken(fields: object): Buffer {
  const token = {
    ...{ id: '0123456789ab', name: 'ci', permissions: ['admin'], scopes: ['*'], created_at: AT },
    ...{ expires_at: null, revoked_at: null, secret_sha256: DIGEST, ...fields },
  };
  return writeExport({ 'tokens/1.json': JSON.stringify(token), 'end.json': '{"versions":0,"tokens":1}' });
}

test('fields that no registry writes end the import', async (t) => {
  const target = await makeRegistry(t);
  const inputs: [input: Buffer, message: RegExp][] = [
    [
      exportOfVersion({ published_at: '+010000-01-01T00:00:00.000Z' }),
      /published_at in .+ is not a time such as/,
    ],
    [
      exportOfVersion({ published_at: '-000001-01-01T00:00:00.000Z' }),
      /published_at in .+ is not a time such as/,
    ],
    [
      exportOfVersion({ yanked: { at: '+275760-09-13T00:00:00Z', by: 'a', reason: null } }),
      /at in yanked in /,
    ],
    [exportOfToken({ id: 'a\u001B[2J' }), /id in .+ is not of 1 to 100 printable characters/],
    [exportOfToken({ name: 'a\nb' }), /name in .+ is not of 1 to 100 printable characters/],
    [exportOfToken({ scopes: ['acme'] }), /scopes in .+ is not a list of scopes/],
    [exportOfToken({ created_at: '+275760-09-13T00:00:00Z' }), /created_at in .+ is not a time/],
  ];
  for (const [input, message] of inputs) {
    const { code, stderr } = await run(target, ['import', '-', '--with-tokens'], { input });
    assert.equal(code, 1, stderr);
    assert.match(stderr, message);
  }
  assert.equal(await must(target, 'token', 'list'), 'There are no tokens.\n');
  assert.match(await must(target, 'verify'), /^Checked 0 versions, .+: all is well/);
});

test('what an earlier program imported does not control the terminal', async (t) => {
  const target = await makeRegistry(t);
  const store = await openSqliteStore(join(target, 'registry.sqlite'));
  const { token } = makeToken({ name: 'a\u001B[2J\nb', permissions: ['read'], scopes: [] }, Date.now());
  await store.insertToken(token, Buffer.from(DIGEST, 'hex'), operatorActs('import', Date.now()));
  await store.close();
  const listed = await must(target, 'token', 'list');
  assert.equal(listed.trim().split('\n').length, 2);
  assert.match(listed, /a\\u\{1b\}\[2J\\u\{a\}b/);

  const input = exportOfVersion({ origin: 'https://a.example\u001B[2J' });
  const { stderr } = await run(target, ['import', '-'], { input });
  assert.ok(!stderr.includes('\u001B'), JSON.stringify(stderr));
});
