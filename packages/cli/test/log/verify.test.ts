// `prime verify --log`: proofs from the cache, and from the registry.
import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { PrimeUser } from '@prime-registry/testkit';
import { makeKey, problem } from '@prime-registry/testkit/fake-log';
import { startLogged } from './logged-registry.ts';

const registry = await startLogged();
after(() => registry[Symbol.asyncDispose]());
const { log, proxy } = registry;
await registry.publish('@acme/one', '1.0.0');
await registry.publish('@acme/two', '1.0.0');

describe('prime verify --log', () => {
  let user: PrimeUser;
  before(async () => {
    user = await registry.makeUser();
    assert.equal((await user.prime(['install', '@acme/one', '@acme/two'])).code, 0);
  });
  after(() => user.remove());

  const proofs = () => join(user.cacheFolder, 'proofs');
  const logsText = () => readFile(join(user.project, '.primes', 'logs.txt'), 'utf8');

  test('verifies the proofs of the install without a request', async () => {
    registry.takeLogRequests();
    const { code, stdout } = await user.prime(['verify', '--log']);
    assert.equal(stdout, '2 Primes intact, 2 in the log of primes.example (3 entries, seen just now).\n');
    assert.equal(code, 0);
    assert.deepEqual(registry.takeLogRequests(), []);
  });

  test('says what has no proof, and asks for it with --online', async () => {
    await rm(proofs(), { recursive: true });
    const offline = await user.prime(['verify', '--log']);
    assert.equal(offline.code, 2);
    assert.match(
      offline.stdout,
      /has no proof in the cache \('--online' asks for it\) {2}@acme\/one 1\.0\.0\n/,
    );
    log.publish({ name: '@acme/more', version: '1.0.0', sha256: 'c'.repeat(64) });
    const online = await user.prime(['verify', '--log', '--online']);
    assert.equal(
      online.stdout,
      '2 Primes intact, 2 in the log of primes.example (4 entries, seen just now).\n',
    );
    assert.equal((await user.prime(['verify', '--log'])).code, 0, 'they are in the cache again');
  });

  test('asks with --online for a proof of a log whose key the user has trusted since', async () => {
    await using other = await registry.makeUser();
    const key = log.key;
    assert.equal((await other.prime(['install', '@acme/one'])).code, 0);
    log.key = makeKey();
    assert.equal((await other.prime(['log', 'trust', proxy.baseUrl, log.vkey])).code, 0);
    const offline = await other.prime(['verify', '--log']);
    assert.equal(offline.code, 2);
    assert.match(
      offline.stdout,
      /@acme\/one 1\.0\.0: the head of the log is not signed by the trusted key\n/,
    );
    proxy.fault = ({ path }) => (path.endsWith('/proof') ? problem(404, 'not_logged_yet') : log.answer(path));
    assert.equal(
      (await other.prime(['verify', '--log', '--online'])).code,
      2,
      'none makes up for a wrong one',
    );
    proxy.fault = ({ path }) => log.answer(path);
    const online = await other.prime(['verify', '--log', '--online']);
    assert.equal(online.code, 0, online.stdout);
    assert.equal((await other.prime(['verify', '--log'])).code, 0, 'it is in the cache now');
    log.key = key;
  });

  test('finds a proof of another place than the project has', async () => {
    const path = join(user.project, '.primes', 'logs.txt');
    const right = await logsText();
    await writeFile(path, right.replace('@acme/one 1.0.0 1', '@acme/one 1.0.0 7'));
    const { code, stdout } = await user.prime(['verify', '--log']);
    assert.equal(code, 2);
    assert.match(stdout, /@acme\/one 1\.0\.0: the project has it as the entry #7, and the log as #1\n/);
    await writeFile(path, right);
  });

  test('finds a log that changed since, with --online', async () => {
    log.entries.splice(3);
    const { code, stderr } = await user.prime(['verify', '--log', '--online']);
    assert.equal(code, 1);
    assert.match(stderr, /the log has lost entries: you saw 4 entries/);
  });

  test('tells a colleague with an impostor by the key in the project', async () => {
    await using colleague = await registry.makeUser();
    const path = join(colleague.project, '.primes', 'logs.txt');
    assert.equal((await colleague.prime(['install', '@acme/one'])).code, 0);
    await rm(colleague.stateFolder, { recursive: true });
    await writeFile(path, await logsText());
    log.key = makeKey();
    const { code, stderr } = await colleague.prime(['install', '@acme/two']);
    assert.equal(code, 1);
    assert.match(
      stderr,
      new RegExp(`${proxy.baseUrl}: the head of the log is not signed by the trusted key`),
    );
  });
});
