// The messages of a publish when the connection breaks, the registry dies, or its receipt is wrong.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import {
  buildTarball,
  eventually,
  type Fault,
  type FaultyProxy,
  manifestText,
  type PrimeUser,
  startProcess,
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

const onPublish =
  (fault: Fault) =>
  ({ method }: { readonly method: string }) =>
    method === 'POST' ? fault : undefined;
const onAll = (publishing: Fault, reading: Fault) => (request: { readonly method: string }) =>
  request.method === 'POST' ? publishing : reading;

const LOST: Fault = { kind: 'truncate' };
const HANG: Fault = { kind: 'hang' };

async function writePrime(name: string): Promise<void> {
  await writeFiles(user.project, { ...GOOD_PRIME, 'pack.yaml': manifestText({ name }) });
}

describe('a publish whose response is lost', () => {
  it('succeeded if the registry has the same content, and says so', async () => {
    await writePrime('@acme/lost');
    proxy.fault = onPublish(LOST);
    const { code, stdout, stderr } = await user.prime(['publish', '--json']);
    assert.equal(code, 0, stderr);
    const { json } = await registry.anonymous.get('/pack/@acme/lost/1.0.0');
    const { sha256, url, registry: baseUrl } = JSON.parse(stdout);
    assert.deepEqual([sha256, url, baseUrl], [json.sha256, json.tarball_url, proxy.baseUrl]);
    assert.match(
      stderr,
      /sent an incomplete answer.* It has @acme\/lost 1\.0\.0 with the same content, so the publish succeeded\.\n/,
    );
    assert.deepEqual(proxy.requests.slice(2), [
      'POST /publish',
      'GET /pack/@acme/lost/1.0.0',
      'GET /-/log',
      'GET /-/primes/@acme/lost/1.0.0/proof',
    ]);
  });

  it('succeeded if the response is not a receipt but the version exists', async () => {
    await writePrime('@acme/garbled');
    proxy.fault = onPublish({ kind: 'rewrite', rewrite: () => '{}' });
    const { code, stderr } = await user.prime(['publish']);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /with the same content/);
  });

  it('failed if the registry does not have the version', async () => {
    await writePrime('@acme/never');
    proxy.fault = onPublish(HANG);
    const { code, stdout, stderr } = await user.prime(['publish', '--timeout', '1', '--json']);
    assert.equal(code, 1);
    assert.equal(JSON.parse(stdout).error.code, 'timeout');
    assert.match(
      stderr,
      /did not answer within 1 s\. \S+ does not have @acme\/never 1\.0\.0\. Publish it again\.\nhelp: '--timeout <seconds>' waits longer\n$/,
    );
  });

  it('failed if the registry has other content', async () => {
    await registry.author.mustPublish({ name: '@acme/others' });
    await writePrime('@acme/others');
    proxy.fault = onPublish(HANG);
    const { code, stderr } = await user.prime(['publish', '--timeout', '1']);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /did not answer within 1 s\. @acme\/others 1\.0\.0 is already published at \S+, with other content\./,
    );
  });

  it('is unknown if the registry cannot be reached', async () => {
    await writePrime('@acme/unknown');
    proxy.fault = onAll(LOST, { kind: 'answer', status: 500 });
    const { code, stderr } = await user.prime(['publish']);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /It is not known whether @acme\/unknown 1\.0\.0 was published\. Publish it again: if it exists, prime says so\.\n$/,
    );
    // It was published, and now prime says so.
    proxy.fault = () => undefined;
    assert.match((await user.prime(['publish'])).stderr, /already published at \S+, with the same content/);
  });
});

describe('a publish that cannot have succeeded', () => {
  it('is reported if nothing listens, without another request', async () => {
    await writePrime('@acme/refused');
    await proxy.close();
    const { code, stderr } = await user.prime(['publish']);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /is not reachable: connection refused\. @acme\/refused 1\.0\.0 was not published\.\n$/,
    );
    assert.deepEqual(proxy.requests, []);
  });

  it('is reported if the registry dies during the upload', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'prime-dying-'));
    const dying = await startProcess({
      dataFolder,
      environment: { PRIME_REGISTRY_TOKEN: registry.author.token ?? '' },
    });
    const contents = { 'pack.yaml': manifestText({}), 'README.md': 'x', large: Buffer.alloc(90 * 2 ** 20) };
    await writeFile(join(user.project, 'large.tar.gz'), buildTarball(contents, 0));
    const publishing = user.prime(['publish', 'large.tar.gz', '--remote', dying.baseUrl]);
    await eventually(async () => assert.notDeepEqual(await readdir(join(dataFolder, 'uploads')), []));
    await dying.end('SIGKILL');
    const { code, stderr } = await publishing;
    await rm(dataFolder, { recursive: true });
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^error: \S+ is not reachable: .*\. @acme\/web-style 1\.0\.0 was not published\.\n$/m,
    );
  });

  it('stops at Ctrl-C', async () => {
    await writePrime('@acme/stopped');
    proxy.fault = onPublish(HANG);
    let isPressed = false;
    const condition = () => {
      if (isPressed || !proxy.requests.some((request) => request.startsWith('POST '))) return false;
      isPressed = true;
      return true;
    };
    const { code, stderr } = await user.prime(['publish', '--timeout', '600'], {
      killWhen: { signal: 'SIGINT', condition },
    });
    assert.equal(code, 130);
    assert.match(stderr, /\ninterrupted\n$/);
  });
});

describe('a receipt for something else', () => {
  it('is an error in any field', async () => {
    await writePrime('@acme/receipt');
    for (const [field, value] of [
      ['sha256', '0'.repeat(64)],
      ['version', '1.0.1'],
      ['name', '@acme/other'],
    ] as const) {
      proxy.fault = onPublish({
        kind: 'answer',
        status: 201,
        headers: { 'content-type': 'application/json' },
        body: await receiptWith({ [field]: value }),
      });
      const { code, stderr } = await user.prime(['publish']);
      assert.equal(code, 1, field);
      assert.match(stderr, /accepted the publish, but its receipt is for /);
      assert.match(stderr, /\nhelp: report it to the operator of the registry/);
    }
  });
});

async function receiptWith(changed: Readonly<Record<string, string>>): Promise<string> {
  const { stdout } = await user.prime(['pack', '--dry-run', '--json']);
  const { name, version, sha256 } = JSON.parse(stdout);
  return JSON.stringify({ name, version, sha256, url: `/pack/${name}/${version}/tarball`, ...changed });
}
