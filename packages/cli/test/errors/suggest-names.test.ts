// Near names for a Prime that no registry has: who is asked, and when.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import {
  createPrimeUser,
  type FaultyProxy,
  type PrimeUser,
  startFaultyProxy,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';

describe('a name that no registry has', () => {
  let registry: TestRegistry;
  let proxy: FaultyProxy;
  let user: PrimeUser;

  before(async () => {
    registry = await startRegistry();
    proxy = await startFaultyProxy(registry.baseUrl);
    for (const name of ['@acme/web-style', '@acme/app', '@other/app', '@acmee/tool', '@acme/apps'])
      await registry.admin.mustPublish({ name, version: '1.0.0' });
  });
  after(async () => {
    await proxy.close();
    await registry.stop();
  });
  beforeEach(async () => {
    proxy.fault = () => undefined;
    user = await createPrimeUser({ PRIME_REGISTRY: proxy.baseUrl });
  });
  afterEach(() => user.remove());

  /** The advice of a command that fails. */
  async function advice(...args: string[]): Promise<string | undefined> {
    const { code, stdout } = await user.prime([...args, '--json']);
    assert.equal(code, 1, stdout);
    return JSON.parse(stdout).error.hint;
  }

  test('leads to near ones, in every command that asks for it', async () => {
    assert.equal(await advice('install', '@acme/appp'), 'did you mean @acme/app or @acme/apps?');
    assert.equal(await advice('info', '@acme/web-stlye@1.0.0'), 'did you mean @acme/web-style?');
    assert.equal(await advice('versions', '@acme/web'), 'did you mean @acme/web-style?');
    assert.equal(await advice('install', '@acm/web-style'), 'did you mean @acme/web-style?');
    // Of another scope than one that a typing error leads to, it may be by anybody.
    assert.equal(await advice('install', '@far/app'), undefined);
    assert.equal(await advice('install', '@acme/nothing-like-it'), undefined);
    const token = registry.admin.token ?? '';
    const yank = ['yank', '@acme/ap@1.0.0', '--yes', '--reason', 'x', '--token', token];
    assert.equal(await advice(...yank), 'did you mean @acme/app?');
  });

  test('but in another version leads to the list of its versions', async () => {
    const token = registry.admin.token ?? '';
    for (const args of [
      ['install', '@acme/web-style@9.9.9'],
      ['channel', 'set', '@acme/web-style@9.9.9', 'beta', '--token', token],
    ])
      assert.equal(await advice(...args), "'prime versions @acme/web-style' lists its versions");
  });

  test('costs no request if all is found, or with --offline', async () => {
    const before = proxy.requests.length;
    assert.equal((await user.prime(['install', '@acme/app'])).code, 0);
    assert.equal((await user.prime(['install', '@acme/appp', '--offline'])).code, 1);
    const extra = proxy.requests
      .slice(before)
      .filter((line) => /\/-\/(?:search|primes\?)|\/search/.test(line));
    assert.deepEqual(extra, []);
  });

  test('is the same error without advice if nobody can be asked for near ones', async () => {
    const isLookup = (path: string) => /^\/-\/(?:search|primes\?)/.test(path);
    for (const fault of [
      { kind: 'answer', status: 500 },
      { kind: 'answer', status: 404 },
      { kind: 'answer', status: 200, body: '{"results":[{}]}' },
      { kind: 'reset' },
      { kind: 'hang' },
    ] as const) {
      proxy.fault = ({ path }) => (isLookup(path) ? fault : undefined);
      const { code, stderr } = await user.prime(['install', '@acme/appp']);
      assert.equal(code, 1);
      assert.match(stderr, /^error: No registry has @acme\/appp\. [^\n]*\n$/);
    }
  });

  test('is told to no registry that was not asked for it, and to none beyond', async () => {
    const open = await startFaultyProxy(registry.baseUrl);
    try {
      await user.prime(['config', 'set', 'registries', open.baseUrl]);
      await user.prime(['config', 'set', '@acme', proxy.baseUrl]);
      user.environment.PRIME_REGISTRY = '';
      const before = proxy.requests.length;
      assert.equal(await advice('install', '@acme/appp'), 'did you mean @acme/app or @acme/apps?');
      assert.deepEqual(open.requests, []);
      // A mirror hands only a search of the contract on.
      assert.deepEqual(
        proxy.requests.slice(before).filter((line) => line.startsWith('GET /search')),
        [],
      );
      // A scope that is pinned elsewhere is not to be had from the registry that was asked.
      assert.equal(await advice('install', '@acmee/tol'), 'did you mean @acmee/tool?');
      assert.equal(await advice('install', '@acmf/web-style'), undefined);
    } finally {
      await open.close();
    }
  });

  test('leads nowhere if it was locked: whoever has a near one may have waited for that', async () => {
    await registry.admin.mustPublish({ name: '@acme/gone', version: '1.0.0' });
    await registry.admin.mustPublish({ name: '@acme/gones', version: '1.0.0' });
    assert.equal((await user.prime(['install', '@acme/gone'])).code, 0);
    proxy.fault = ({ path }) =>
      /^\/pack\/.*gone/.test(path) || path.startsWith('/-/resolve')
        ? {
            kind: 'answer',
            status: 404,
            headers: { 'content-type': 'application/problem+json' },
            body: '{"code":"prime_not_found"}',
          }
        : undefined;
    const { code, stderr } = await user.prime(['install', '@acme/gone@^1']);
    assert.equal(code, 1);
    assert.match(stderr, /^error: No registry has @acme\/gone\./);
    assert.doesNotMatch(stderr, /did you mean/);
  });
});
