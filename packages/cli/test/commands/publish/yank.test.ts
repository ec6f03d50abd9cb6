import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  createPrimeUser,
  eventually,
  type PrimeUser,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { runPrime } from '../../../src/run-prime.ts';
import { makeStreams } from '../../fake-streams.ts';

const NAME = '@acme/web-style';

describe('prime yank', () => {
  let own: TestRegistry;
  let shared: TestRegistry;
  let user: PrimeUser;
  before(async () => {
    [own, shared] = await Promise.all([startRegistry(), startRegistry()]);
    user = await createPrimeUser({
      PRIME_REGISTRY: `${own.baseUrl} ${shared.baseUrl}`,
      PRIME_REGISTRY_TOKEN: own.author.token ?? '',
    });
    for (const version of ['1.0.0', '2.0.0-beta.1', '2.0.0-beta.2', '2.0.0-beta.3']) {
      await own.author.mustPublish({ version });
    }
    await shared.author.mustPublish({ version: '2.0.0-beta.1' });
  });
  after(() => Promise.all([own.stop(), shared.stop(), user.remove()]));

  const manifestOf = async (registry: TestRegistry, version: string) =>
    (await registry.anonymous.get(`/pack/${NAME}/${version}`)).json;

  test('yanks a version in the first registry, with a reason', async () => {
    const args = ['yank', `${NAME}@2.0.0-beta.1`, '--yes', '--reason', 'breaks links', '--json'];
    const { code, stdout, stderr } = await user.prime(args);
    assert.deepEqual([code, stderr], [0, '']);
    const { yanked_at, ...receipt } = JSON.parse(stdout);
    assert.ok(Date.parse(yanked_at) > 0);
    assert.deepEqual(receipt, { name: NAME, version: '2.0.0-beta.1', yanked: true, registry: own.baseUrl });
    const { yanked, yank_reason } = await manifestOf(own, '2.0.0-beta.1');
    assert.deepEqual([yanked, yank_reason], [true, 'breaks links']);
    assert.equal((await manifestOf(shared, '2.0.0-beta.1')).yanked, false);
  });

  test('yanks it in the given registry', async () => {
    const remote = ['--remote', shared.baseUrl, '--token', shared.author.token ?? ''];
    const { code, stdout } = await user.prime(['yank', `${NAME}@2.0.0-beta.1`, '-y', ...remote]);
    assert.deepEqual([code, stdout], [0, `${NAME} 2.0.0-beta.1 is yanked from ${shared.baseUrl}\n`]);
    assert.equal((await manifestOf(shared, '2.0.0-beta.1')).yanked, true);
  });

  test('fails without a terminal, unless --yes is given', async () => {
    const { code, stdout, stderr } = await user.prime(['yank', `${NAME}@2.0.0-beta.2`]);
    assert.deepEqual([code, stdout], [3, '']);
    assert.match(stderr, /^error: this needs a confirmation, and there is no terminal; give --yes\n/);
    assert.equal((await manifestOf(own, '2.0.0-beta.2')).yanked, false);
  });

  test('needs a confirmation', async () => {
    for (const [key, code, yanked] of [
      ['n', 1, false],
      ['\u0003', 130, false],
      ['y', 0, true],
    ] as const) {
      const streams = makeStreams({ columns: 200 });
      const host = { ...streams, env: { ...user.environment }, cwd: () => user.project };
      const exitCode = runPrime(['yank', `${NAME}@2.0.0-beta.2`], host);
      const question = `Yank ${NAME} 2.0.0-beta.2 from ${own.baseUrl}?`;
      await eventually(() => assert.ok(streams.stderrText().includes(question), streams.stderrText()));
      streams.type(key);
      assert.equal(await exitCode, code);
      assert.equal((await manifestOf(own, '2.0.0-beta.2')).yanked, yanked);
    }
  });

  test('of a stable version fails with the message of the registry and advice', async () => {
    const { code, stderr } = await user.prime(['yank', `${NAME}@1.0.0`, '--yes']);
    assert.equal(code, 1);
    assert.match(stderr, /^error: .*is not a prerelease.*\nhelp: publish a fixed version/);
    assert.equal((await manifestOf(own, '1.0.0')).yanked, false);
  });

  test('without a token says how to log in', async () => {
    const args = ['yank', `${NAME}@2.0.0-beta.3`, '--yes'];
    const { code, stderr } = await user.prime(args, { environment: { PRIME_REGISTRY_TOKEN: '' } });
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`\nhelp: run 'prime login ${own.baseUrl}'`));
  });

  test('needs one exact version that exists', async () => {
    for (const version of ['', '@^2', '@latest']) {
      const { code, stderr } = await user.prime(['yank', `${NAME}${version}`, '--yes']);
      assert.equal(code, 3);
      assert.match(stderr, /does not name a single version; write it as in '@acme\/web-style@1\.2\.0'\n/);
    }
    const { code, stdout } = await user.prime(['yank', `${NAME}@7.0.0-rc.1`, '--yes', '--json']);
    assert.equal(code, 1);
    assert.equal(JSON.parse(stdout).error.code, 'version_not_found');
  });
});
