// The command line of `prime token`, without a registry that exchanges tokens.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  createPrimeUser,
  type PrimeUser,
  startFaultyProxy,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';

let registry: TestRegistry;
let user: PrimeUser;
before(async () => {
  registry = await startRegistry();
  user = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
});
after(() => Promise.all([registry.stop(), user.remove()]));

describe('prime token', () => {
  for (const [args, message] of [
    [['steal'], /'steal' is not one of attenuate and revoke/],
    [['attenuate'], /say what the token may do/],
    [['attenuate', '--prime', 'web-style'], /does not begin with '@'/],
    [['attenuate', '--prime', '@acme/x@beta'], /is no range of versions/],
    [['attenuate', '--scope', 'acme'], /@/],
    [['attenuate', '--may', 'everything'], /'everything' is unknown/],
    [['attenuate', '--may', 'publish', '--expires', '1 year'], /is not a duration such as 15m or 1h/],
  ] as const)
    test(`${args.join(' ')} is a wrong command line`, async () => {
      const { code, stderr } = await user.prime(['token', ...args]);
      assert.equal(code, 3, stderr);
      assert.match(stderr, message);
    });

  test('says that there is no token', async () => {
    const { code, stderr } = await user.prime(['token', 'attenuate', '--may', 'publish']);
    assert.equal(code, 1);
    assert.match(stderr, /there is no token for http.*\nhelp: run 'prime login/);
  });

  test('sends no piped token to a registry that only the project names', async () => {
    const actor = await registry.actorWith({ permissions: ['publish'], scopes: ['@acme'] });
    await using victim = await createPrimeUser();
    await using attacker = await startFaultyProxy(registry.baseUrl);
    await mkdir(join(victim.project, '.primes'));
    await writeFile(
      join(victim.project, '.primes', 'config.yaml'),
      `registries: [${attacker.baseUrl}, ${registry.baseUrl}]\n`,
    );
    const received: string[] = [];
    attacker.fault = ({ path }) => {
      received.push(path);
      return undefined;
    };
    for (const args of [
      ['attenuate', '--may', 'publish'],
      ['revoke', '--yes'],
    ]) {
      const piped = ['token', ...args, '--token-stdin'];
      const { code, stdout, stderr } = await victim.prime(piped, { input: actor.token ?? '' });
      assert.equal(code, 3, stdout + stderr);
      assert.match(
        stderr,
        /only the project's file puts .* first; if the token is for it, add '--remote http/,
      );
      await victim.prime(['config', 'set', 'registries', registry.baseUrl]);
      assert.equal((await victim.prime(piped, { input: actor.token ?? '' })).code, 3);
      await victim.prime(['config', 'unset', 'registries']);
    }
    assert.deepEqual(received, []);
    const here = ['token', 'attenuate', '--may', 'publish', '--token-stdin', '--remote', registry.baseUrl];
    const { stdout } = await victim.prime(here, { input: actor.token ?? '' });
    assert.match(stdout, /^pri_/);
  });

  test('asks before it revokes the stored token, and forgets it', async () => {
    const actor = await registry.actorWith({ permissions: ['publish'], scopes: ['@acme'] });
    await user.prime(['login', registry.baseUrl], { input: actor.token ?? '' });
    const asked = await user.prime(['token', 'revoke']);
    assert.equal(asked.code, 3);
    assert.match(asked.stderr, /give --yes/);
    assert.equal((await actor.get('/-/whoami')).status, 200);
    const { code, stdout, stderr } = await user.prime(['token', 'revoke', '--yes', '--json']);
    assert.equal(code, 0, stderr);
    assert.deepEqual(JSON.parse(stdout), { registry: registry.baseUrl, revoked: true });
    assert.equal((await actor.get('/-/whoami')).status, 401);
    assert.match((await user.prime(['whoami'])).stdout, /no token/);
  });
});
