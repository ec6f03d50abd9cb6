// What an install asks the log of a registry, says about it, and keeps.
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

  test('costs one request for all new Primes, one if the log grew, and none for what is locked', async () => {
    await using user = await registry.makeUser();
    await user.prime(['install', '@acme/web-style']);
    const names = ['@acme/one', '@acme/two', '@acme/three'];
    for (const name of names) await registry.publish(name, '1.0.0');
    registry.takeLogRequests();
    const { stdout, stderr } = await user.prime(['install', ...names]);
    assert.equal(stderr, '');
    assert.equal(stdout.match(/ logged #/g)?.length, names.length);
    assert.deepEqual(registry.takeLogRequests(), [
      'GET /-/log/proofs?primes=@acme/one@1.0.0,@acme/three@1.0.0,@acme/two@1.0.0',
      'GET /-/log/consistency?from=2&to=5',
    ]);
    await rm(join(user.project, '.primes', '@acme'), { recursive: true });
    for (const args of [['install'], ['install', '--frozen']]) assert.equal((await user.prime(args)).code, 0);
    assert.deepEqual(registry.takeLogRequests(), []);
  });

  test('does not take a registry that is overloaded for one without a log, at the first look', async () => {
    const { fault } = proxy;
    for (const status of [429, 502, 503, 504]) {
      await using user = await registry.makeUser();
      proxy.fault = (request) => (request.path === '/-/log' ? problem(status, 'busy') : fault(request));
      for (const args of [
        ['install', '@acme/web-style'],
        ['log', 'status'],
        ['log', 'verify'],
      ]) {
        const { code, stderr } = await user.prime(args);
        assert.deepEqual([code, stderr.includes(String(status))], [1, true], `${args.join(' ')}: ${stderr}`);
      }
    }
    proxy.fault = fault;
  });

  test('asks for each proof alone if the registry does not answer for many', async () => {
    const fault = proxy.fault;
    for (const [answer, singles] of [
      [problem(404, 'not_found'), 3],
      [problem(500, 'internal'), 3],
      [{ ...problem(200, ''), body: '{"proofs":[{"of":"@acme/one@1.0.0","singly":true},7,{}]}' }, 3],
    ] as const) {
      await using user = await registry.makeUser();
      proxy.fault = (request) => (request.path.startsWith('/-/log/proofs') ? answer : fault(request));
      registry.takeLogRequests();
      const { code, stdout, stderr } = await user.prime(['install', '@acme/one', '@acme/two', '@acme/three']);
      assert.equal(code, 0, stderr);
      assert.equal(stdout.match(/ logged #/g)?.length, 3);
      const requests = registry.takeLogRequests();
      assert.equal(requests.filter((request) => request.endsWith('/proof')).length, singles);
      assert.equal(requests.filter((request) => request.includes('/-/log/proofs')).length, 1);
    }
    proxy.fault = fault;
  });

  test('believes no proof of many more than a single one', async () => {
    const { changeProof } = log;
    log.changeProof = (proof, version) =>
      version === '1.0.0' ? proof.replace(/^extra .*$/m, 'extra e30=') : proof;
    await using user = await registry.makeUser();
    const { code, stderr } = await user.prime(['install', '@acme/one', '@acme/two', '@acme/three']);
    log.changeProof = changeProof;
    assert.notEqual(code, 0);
    assert.match(stderr, /does not lead from the entry|is malformed/);
    assert.deepEqual(await readdir(user.project), []);
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
