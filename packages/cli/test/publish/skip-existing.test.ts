// `prime publish --skip-existing`: what a repeated CI run sees.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  type FaultyProxy,
  manifestText,
  type PrimeUser,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { GOOD_PRIME, writeFiles } from '../pack/prime-folder.ts';
import { type Author, createAuthor } from './author.ts';

let registry: TestRegistry;
let author: Author;
let proxy: FaultyProxy;
let user: PrimeUser;
before(async () => {
  registry = await startRegistry();
});
after(() => registry.stop());
beforeEach(async () => {
  author = await createAuthor(registry);
  ({ user, proxy } = author);
});
afterEach(() => author.close());

const writePrime = (name: string, version = '1.0.0') =>
  writeFiles(user.project, { ...GOOD_PRIME, 'pack.yaml': manifestText({ name, version }) });
const posts = () => proxy.requests.filter((request) => request.startsWith('POST')).length;

test('the second publish of the same content succeeds and sends nothing', async () => {
  await writePrime('@acme/again');
  const first = await user.prime(['publish', '--skip-existing', '--json']);
  assert.equal(first.code, 0, first.stderr);
  assert.equal(JSON.parse(first.stdout).already_there, undefined);
  const second = await user.prime(['publish', '--skip-existing']);
  assert.deepEqual([second.code, second.stderr], [0, '']);
  assert.equal(
    second.stdout,
    `@acme/again 1.0.0 is published already at ${proxy.baseUrl}, with the same content. Nothing was sent.\n`,
  );
  const json = JSON.parse((await user.prime(['publish', '--skip-existing', '--json'])).stdout);
  assert.deepEqual([json.already_there, json.sha256], [true, JSON.parse(first.stdout).sha256]);
  assert.equal(posts(), 1);
});

test('the same files count as the same content, however they are compressed', async () => {
  await writePrime('@acme/compressed');
  const { tarball } = JSON.parse((await user.prime(['pack', '--json'])).stdout);
  assert.equal((await user.prime(['publish'])).code, 0);
  await writeFile(
    join(user.project, 'x.tar.gz'),
    gzipSync(gunzipSync(await readFile(tarball)), { level: 1 }),
  );
  const { code, stdout } = await user.prime(['publish', 'x.tar.gz', '--skip-existing', '--json']);
  const { json } = await registry.anonymous.get('/pack/@acme/compressed/1.0.0');
  assert.deepEqual([code, JSON.parse(stdout).sha256], [0, json.sha256]);
});

test('other content is the same error as without the option', async () => {
  await writePrime('@acme/changed');
  assert.equal((await user.prime(['publish'])).code, 0);
  await writeFiles(user.project, { 'README.md': '# Changed\n' });
  const { code, stdout, stderr } = await user.prime(['publish', '--skip-existing', '--json']);
  assert.deepEqual([code, JSON.parse(stdout).error.code], [1, 'version_exists']);
  assert.match(stderr, /is already published at \S+, with other content\. .* such as 1\.0\.1\.\n$/);
  assert.equal(posts(), 1);
});

const PROBLEM = { 'content-type': 'application/problem+json' };
const NOT_FOUND = JSON.stringify({ title: 'Not found', status: 404, code: 'prime_not_found', detail: 'x' });

test('a run that loses the race to the same content succeeds', async () => {
  await writePrime('@acme/race');
  assert.equal((await user.prime(['publish'])).code, 0);
  let isHidden = true;
  proxy.fault = ({ method }) => {
    if (method === 'POST') isHidden = false;
    return method === 'GET' && isHidden
      ? { kind: 'answer', status: 404, headers: PROBLEM, body: NOT_FOUND }
      : undefined;
  };
  const { code, stdout, stderr } = await user.prime(['publish', '--skip-existing', '--json']);
  assert.equal(code, 0, stderr);
  assert.equal(JSON.parse(stdout).already_there, true);
});

test('the channel names the version afterwards, and a yank is a warning', async () => {
  await writePrime('@acme/named', '1.0.0-rc.1');
  assert.equal((await user.prime(['publish'])).code, 0);
  const { code } = await user.prime(['publish', '--skip-existing', '--channel', 'next']);
  assert.equal(code, 0);
  assert.match((await user.prime(['channel', 'ls', '@acme/named'])).stdout, /next +1\.0\.0-rc\.1/);
  await registry.author.yank('@acme/named', '1.0.0-rc.1');
  const yanked = await user.prime(['publish', '--skip-existing']);
  assert.equal(yanked.code, 0);
  assert.match(yanked.stderr, /^warning: @acme\/named 1\.0\.0-rc\.1 is yanked from http/);
});
