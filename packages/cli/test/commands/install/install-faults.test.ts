import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import {
  buildTarball,
  createPrimeUser,
  eventually,
  type Fault,
  type FaultyProxy,
  type PrimeUser,
  startFaultyProxy,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { listFiles, readFiles } from '../../project-files.ts';

const LIST = /%2F/;
const MANIFEST = /\/\d+\.\d+\.\d+$/;
const TARBALL = /\/tarball$/;

describe('prime install from a registry that misbehaves', () => {
  let registry: TestRegistry;
  let second: TestRegistry;
  let proxy: FaultyProxy;
  let secondProxy: FaultyProxy;
  let user: PrimeUser;

  before(async () => {
    [registry, second] = await Promise.all([startRegistry(), startRegistry()]);
    for (const version of ['1.0.0', '1.1.0'])
      await registry.author.mustPublish({ name: '@acme/web-style', version });
    await registry.author.mustPublish({ name: '@acme/naming' });
    // An outage of the first registry must not cause a fallback to this version.
    await second.author.mustPublish({ name: '@acme/web-style', version: '1.2.0' });
  });

  after(async () => {
    await Promise.all([registry.stop(), second.stop()]);
  });

  beforeEach(async () => {
    proxy = await startFaultyProxy(registry.baseUrl);
    secondProxy = await startFaultyProxy(second.baseUrl);
    user = await createPrimeUser({ PRIME_REGISTRY: `${proxy.baseUrl} ${secondProxy.baseUrl}` });
  });

  afterEach(async () => {
    await Promise.all([proxy.close(), secondProxy.close(), user.remove()]);
  });

  const failAt = (path: RegExp, fault: Fault) => {
    proxy.fault = (request) => (path.test(request.path) ? fault : undefined);
  };

  const html: Fault = {
    kind: 'answer',
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<html>Please log in</html>',
  };
  const redirect: Fault = {
    kind: 'answer',
    status: 302,
    headers: { location: 'https://127.0.0.1:9/elsewhere' },
  };
  const outage: Fault = {
    kind: 'answer',
    status: 500,
    headers: { 'content-type': 'text/plain' },
    body: 'oops',
  };

  const cases: readonly [what: string, path: RegExp, fault: Fault, message: RegExp][] = [
    ['a list that does not come', LIST, { kind: 'hang' }, /did not answer within 1 s/],
    ['a connection that breaks', LIST, { kind: 'reset' }, /./],
    ['a list that stops in the middle', LIST, { kind: 'stall' }, /./],
    ['a list of HTML', LIST, html, /text\/html/],
    ['a redirect to nowhere', LIST, redirect, /./],
    ['a failure', LIST, outage, /500/],
    [
      'a manifest of another Prime',
      MANIFEST,
      { kind: 'rewrite', rewrite: (text) => text.replace('web-style', 'x') },
      /./,
    ],
    ['a tarball with a wrong byte', TARBALL, { kind: 'flip' }, /./],
    ['a tarball that is cut off', TARBALL, { kind: 'truncate' }, /./],
    ['a tarball that stops coming', TARBALL, { kind: 'stall' }, /./],
    ['a tarball of HTML', TARBALL, html, /./],
  ];

  for (const [what, path, fault, message] of cases) {
    it(`changes nothing and contacts no other registry: ${what}`, { timeout: 120_000 }, async () => {
      const first = await user.prime(['install', '@acme/web-style@1.0.0', '@acme/naming']);
      assert.equal(first.code, 0, first.stderr);
      const before = await readFiles(join(user.project, '.primes'));
      await rm(user.cacheFolder, { recursive: true });
      failAt(path, fault);
      const { code, stdout, stderr } = await user.prime([
        'install',
        '@acme/web-style@^1.1',
        '--timeout',
        '1',
      ]);
      assert.equal(code, 1, stderr);
      assert.match(stderr, message);
      assert.ok(stderr.includes(proxy.baseUrl), `names the registry: ${stderr}`);
      assert.equal(stdout, '');
      assert.deepEqual(await readFiles(join(user.project, '.primes')), before);
      assert.deepEqual(secondProxy.requests, []);
      const cached = await listFiles(join(user.cacheFolder, 'tarballs'));
      assert.deepEqual(cached, [], 'nothing that was not verified is kept');
    });
  }

  it('changes nothing if only one of several fails', async () => {
    failAt(/naming.*tarball$/, { kind: 'flip' });
    const { code } = await user.prime(['install', '@acme/web-style', '@acme/naming']);
    assert.equal(code, 1);
    assert.deepEqual(await listFiles(user.project), []);
  });

  it('does not trust a registry that changed a locked version', async () => {
    assert.equal((await user.prime(['install', '@acme/naming'])).code, 0);
    await rm(join(user.project, '.primes/@acme'), { recursive: true });
    await rm(user.cacheFolder, { recursive: true });
    const other = 'b'.repeat(64);
    failAt(MANIFEST, { kind: 'rewrite', rewrite: (text) => text.replace(/[0-9a-f]{64}/, other) });
    const locked = await user.prime(['install']);
    assert.equal(locked.code, 1);
    assert.match(locked.stderr, /bbbbbbbbbbbb/);
    const named = await user.prime(['install', '@acme/naming']);
    assert.equal(named.code, 1);
    assert.match(named.stderr, /with other bytes/);
  });

  for (const [what, files] of [
    ['a path outside', { '../../escaped.md': 'x' }],
    ['an absolute path', { '/tmp/prime-escaped.md': 'x' }],
  ] as const) {
    it(`does not unpack an archive with ${what}`, async () => {
      const tarball = buildTarball(files);
      const sha256 = createHash('sha256').update(tarball).digest('hex');
      proxy.fault = ({ path }) => {
        if (MANIFEST.test(path))
          return {
            kind: 'rewrite',
            rewrite: (text) =>
              text
                .replace(/[0-9a-f]{64}/, sha256)
                .replace(/"size_bytes":\d+/, `"size_bytes":${tarball.length}`),
          };
        // Without a log, which would notice the other digest, perhaps before the archive is read.
        if (path.includes('/-/log')) return { kind: 'answer', status: 404 };
        if (!TARBALL.test(path)) return undefined;
        return {
          kind: 'answer',
          status: 200,
          headers: { 'content-type': 'application/gzip' },
          body: tarball,
        };
      };
      const { code, stderr } = await user.prime(['install', '@acme/naming']);
      assert.equal(code, 1);
      assert.match(stderr, /@acme\/naming 1\.0\.0 from http.* cannot be unpacked/);
      assert.deepEqual(await listFiles(user.project), []);
      const outside = (await listFiles(join(user.project, '..'))).filter(
        (path) => !path.startsWith('cache/http/') && path !== 'state/contents-key',
      );
      assert.deepEqual(outside, []);
    });
  }

  it('leaves nothing after an interrupt, and the next install recovers from kill -9', async () => {
    failAt(TARBALL, { kind: 'stall' });
    const isDownloading = () => proxy.requests.some((request) => TARBALL.test(request));
    const interrupted = await user.prime(['install', '@acme/naming'], {
      killWhen: { signal: 'SIGINT', condition: isDownloading },
    });
    assert.equal(interrupted.code, 130);
    assert.deepEqual(await listFiles(user.project), []);
    (proxy.requests as string[]).length = 0;
    const killed = await user.prime(['install', '@acme/naming'], {
      killWhen: { signal: 'SIGKILL', condition: isDownloading },
    });
    assert.equal(killed.code, null);
    proxy.fault = () => undefined;
    const { code, stderr } = await user.prime(['install', '@acme/naming']);
    assert.equal(code, 0, stderr);
    assert.deepEqual(await listFiles(join(user.project, '.primes')), [
      '@acme/naming/README.md',
      'INDEX.md',
      'index.json',
      'lock.yaml',
      'logs.txt',
    ]);
  });

  it('runs two installs in one project one after the other', async () => {
    const results = await Promise.all(
      ['@acme/web-style', '@acme/naming'].map((name) => user.prime(['install', name])),
    );
    for (const { code, stderr } of results) assert.equal(code, 0, stderr);
    const { stdout } = await user.prime(['ls', '--json']);
    assert.deepEqual(
      JSON.parse(stdout).primes.map(({ name, installed }: Record<string, unknown>) => [name, installed]),
      [
        ['@acme/naming', true],
        ['@acme/web-style', true],
      ],
    );
  });

  it('waits for a registry that answers with Retry-After', async () => {
    let refusals = 0;
    proxy.fault = () => {
      refusals += 1;
      return refusals > 2
        ? undefined
        : { kind: 'answer', status: 503, headers: { 'retry-after': '0' }, body: '' };
    };
    const { code, stderr } = await user.prime(['install', '@acme/naming']);
    assert.equal(code, 0, stderr);
    await eventually(() => assert.ok(refusals > 2));
  });
});
