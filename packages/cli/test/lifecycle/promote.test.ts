// `prime promote`: a version goes from one registry to another with the very same bytes.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  createPrimeUser,
  type FaultyProxy,
  type PrimeUser,
  startFaultyProxy,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';

const NAME = '@acme/web-style';

describe('prime promote', () => {
  let staging: TestRegistry;
  let production: TestRegistry;
  let proxy: FaultyProxy;
  let user: PrimeUser;
  let count = 0;
  let version = '';

  before(async () => {
    [staging, production] = await Promise.all([startRegistry({ allowStableYank: true }), startRegistry()]);
    proxy = await startFaultyProxy(staging.baseUrl);
    user = await createPrimeUser({
      PRIME_REGISTRY: production.baseUrl,
      PRIME_REGISTRY_TOKEN: production.author.token ?? '',
    });
  });
  after(() => Promise.all([staging.stop(), production.stop(), proxy.close(), user.remove()]));
  beforeEach(async () => {
    count += 1;
    version = `1.${count}.0`;
    await staging.author.mustPublish({ version, extra: 'requires:\n  "@acme/core": ^1.2\n' });
  });

  const promote = (...more: string[]) =>
    user.prime([
      'promote',
      `${NAME}@${version}`,
      '--from',
      staging.baseUrl,
      '--to',
      production.baseUrl,
      ...more,
    ]);
  const manifestAt = async (registry: TestRegistry) =>
    (await registry.anonymous.get(`/pack/${NAME}/${version}`)).json;

  test('publishes the same bytes, and says where they come from', async () => {
    const { code, stdout, stderr } = await promote('--channel', 'stable', '--json');
    assert.equal(code, 0, stderr);
    assert.doesNotMatch(stderr, /warning/);
    const [there, here] = [await manifestAt(staging), await manifestAt(production)];
    assert.deepEqual(JSON.parse(stdout), {
      ...{ name: NAME, version, sha256: there.sha256, from: staging.baseUrl, to: production.baseUrl },
      ...{ already_there: false, channel: 'stable' },
    });
    assert.equal(here.sha256, there.sha256);
    assert.deepEqual(here.requires, { '@acme/core': '^1.2' });
    assert.deepEqual(here.promoted_from, { registry: staging.baseUrl, published_at: there.published_at });
    const source = (registry: TestRegistry) =>
      registry.anonymous.get(`/-/primes/${NAME}/${version}/pack.yaml`);
    assert.equal((await source(production)).text, (await source(staging)).text);
    assert.match(
      (await user.prime(['info', `${NAME}@${version}`])).stdout,
      /\n {2}promoted from +http.*, published there/,
    );
    assert.match((await user.prime(['info', `${NAME}@stable`])).stdout, /\n {2}channels +stable\n/);
  });

  test('repeated, succeeds and sends nothing', async () => {
    await promote();
    const { code, stdout } = await promote();
    assert.deepEqual(
      [code, stdout],
      [0, `${production.baseUrl} has ${NAME} ${version} already, with the same bytes\n`],
    );
    assert.equal((await promote('--channel', 'next')).code, 0);
    assert.match((await user.prime(['channel', 'ls', NAME])).stdout, new RegExp(`next +${version}`));
  });

  test('of a version that the target has with other bytes is an error', async () => {
    await production.author.mustPublish({ version, files: { 'README.md': 'other\n' } });
    const { code, stderr } = await promote();
    assert.equal(code, 1);
    assert.match(
      stderr,
      /has @acme\/web-style \S+ already, with other bytes \(sha256 \w{12}… instead of \w{12}…\)/,
    );
  });

  test('of a yanked version needs --force, and a deprecated one is mentioned', async () => {
    await staging.author.yank(NAME, version, { reason: 'wrong rules' });
    await staging.author.request(`/-/primes/${NAME}/deprecation`, {
      ...{ method: 'PUT', body: '{"message": "old"}', headers: { 'content-type': 'application/json' } },
    });
    const { code, stderr } = await promote();
    assert.equal(code, 1);
    assert.match(stderr, /is yanked in \S+, with the reason 'wrong/);
    const forced = await promote('--force');
    assert.equal(forced.code, 0, forced.stderr);
    assert.match(forced.stderr, /warning: @acme\/web-style \S+ is deprecated: old\.\n/);
  });

  test('of bytes that are not those of the manifest publishes nothing', async () => {
    const { sha256 } = await manifestAt(staging);
    proxy.fault = () => ({ kind: 'rewrite', rewrite: (body) => body.replaceAll(sha256, 'ab'.repeat(32)) });
    const args = ['promote', `${NAME}@${version}`, '--from', proxy.baseUrl, '--to', production.baseUrl];
    const { code } = await user.prime(args);
    assert.equal(code, 1);
    assert.equal((await production.anonymous.get(`/pack/${NAME}/${version}`)).status, 404);
  });

  test('needs two registries, and a version that exists', async () => {
    const usage = async (...args: string[]) =>
      (await user.prime(['promote', `${NAME}@${version}`, ...args])).stderr;
    assert.match(await usage('--to', 'https://b.example'), /--from is missing/);
    assert.match(await usage('--from', 'https://b.example'), /--to is missing/);
    assert.match(
      await usage('--from', 'https://b.example', '--to', 'https://b.example/'),
      /are the same registry/,
    );
    const args = [
      'promote',
      `${NAME}@99.0.0`,
      '--from',
      staging.baseUrl,
      '--to',
      production.baseUrl,
      '--json',
    ];
    assert.equal(JSON.parse((await user.prime(args)).stdout).error.code, 'version_not_found');
  });
});
