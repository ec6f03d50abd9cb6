// What an install asks the log of a registry, says of it, and keeps.
import assert from 'node:assert/strict';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { problem } from '@prime-registry/testkit/fake-log';
import { startLogged } from './logged-registry.ts';

const registry = await startLogged();
after(() => registry[Symbol.asyncDispose]());
const { log, proxy } = registry;
const index = await registry.publish('@acme/web-style', '1.0.0');

describe('prime install, with a log', () => {
  test('says where a version is in the log, and trusts the first key with a note', async () => {
    await using user = await registry.makeUser();
    const { code, stdout, stderr } = await user.prime(['install', '@acme/web-style']);
    assert.equal(code, 0, stderr);
    assert.match(stdout, new RegExp(`@acme/web-style +1\\.0\\.0 .* logged #${index}\\n`));
    assert.match(stderr, /the log of http.* is trusted from now on, with the key primes\.example\/-\/log\+/);
    const known = await readFile(join(user.stateFolder, 'logs', 'known-logs'), 'utf8');
    assert.ok(known.includes(`${proxy.baseUrl} ${log.vkey} first-use `));
    assert.equal(
      await readFile(join(user.project, '.primes', 'logs.txt'), 'utf8').then((text) =>
        text.split('\n').slice(1).join('\n'),
      ),
      `${proxy.baseUrl} ${log.vkey}\n@acme/web-style 1.0.0 ${index}\n`,
    );
    assert.doesNotMatch(await readFile(join(user.project, '.primes', 'lock.yaml'), 'utf8'), /log/);
  });

  test('costs one request for each new Prime, one for all if the log grew, and none for what is locked', async () => {
    await using user = await registry.makeUser();
    await user.prime(['install', '@acme/web-style']);
    for (const name of ['@acme/one', '@acme/two', '@acme/three']) await registry.publish(name, '1.0.0');
    registry.takeLogRequests();
    const { stderr } = await user.prime(['install', '@acme/one', '@acme/two', '@acme/three']);
    assert.equal(stderr, '');
    const requests = registry.takeLogRequests();
    assert.equal(requests.filter((request) => request.endsWith('/proof')).length, 3);
    assert.deepEqual(
      requests.filter((request) => !request.endsWith('/proof')),
      ['GET /-/log/consistency?from=2&to=5'],
    );
    await rm(join(user.project, '.primes', '@acme'), { recursive: true });
    for (const args of [['install'], ['install', '--frozen']]) assert.equal((await user.prime(args)).code, 0);
    assert.deepEqual(registry.takeLogRequests(), []);
  });

  test('says since when an older version is in the log', async () => {
    await using user = await registry.makeUser();
    const { sha256 } = JSON.parse((await user.prime(['info', '@acme/web-style', '--json'])).stdout);
    const entry = {
      v: 1,
      at: '2026-11-21T06:19:30Z',
      by: 'registry',
      size: 1,
      manifest_sha256: 'a'.repeat(64),
    } as const;
    const old = { name: '@acme/web-style', version: '1.0.0', sha256, published_at: '2025-02-03T04:05:06Z' };
    log.entries.splice(index, 1);
    const later = log.add({ ...entry, ...old, type: 'import' });
    const { stdout } = await user.prime(['install', '@acme/web-style']);
    assert.match(stdout, new RegExp(`logged later #${later}, published 2025-02-03\\n`));
  });

  test('goes on without a log, and if the log does not have a version yet', async () => {
    await using user = await registry.makeUser();
    const fault = proxy.fault;
    proxy.fault = ({ path }) => (path.startsWith('/-/log') ? problem(404, 'not_found') : undefined);
    const plain = await user.prime(['install', '@acme/one']);
    assert.deepEqual([plain.code, plain.stderr], [0, '']);
    assert.doesNotMatch(plain.stdout, /logged/);
    assert.ok(!(await readdir(join(user.project, '.primes'))).includes('logs.txt'));
    proxy.fault = (request) =>
      request.path.endsWith('/proof') ? problem(404, 'not_logged_yet') : fault(request);
    const early = await user.prime(['install', '@acme/two']);
    assert.equal(early.code, 0, early.stderr);
    assert.match(early.stderr, /@acme\/two 1\.0\.0 is not in the log of .* yet/);
    proxy.fault = fault;
  });
});
