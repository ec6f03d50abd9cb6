// `prime login` and `prime logout`, as people and scripts use them.
import assert from 'node:assert/strict';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { generateToken } from '@prime-registry/protocol';
import { createPrimeUser, startFaultyProxy, startRegistry } from '@prime-registry/testkit';
import { parse } from 'yaml';
import { login } from '../../../src/commands/set-up/login.ts';
import { listFiles, readFiles } from '../../project-files.ts';
import { makeContext } from '../../registries/make-context.ts';

const registry = await startRegistry();
after(() => registry.stop());
const { baseUrl } = registry;
const TOKEN = registry.author.token ?? '';

/** The stored tokens by URL, and the user's list of registries. */
async function storedBy({ configFolder }: { readonly configFolder: string }) {
  const files = await readFiles(configFolder);
  return {
    tokens: (parse(files['credentials.yaml'] ?? '') ?? {}) as Record<string, string>,
    registries: ((parse(files['config.yaml'] ?? '') ?? {}) as { registries?: string[] }).registries ?? [],
  };
}

describe('prime login', () => {
  test('stores a token from standard input, shows its identity and configures the registry', async () => {
    await using user = await createPrimeUser();
    const { code, stdout, stderr } = await user.prime(
      ['login', `${baseUrl}/`, '--token-stdin', '--verbose'],
      {
        input: `${TOKEN}\n`,
      },
    );
    assert.equal(code, 0, stderr);
    assert.equal(
      stdout,
      [
        `The token for ${baseUrl} is stored.`,
        '  name         test',
        '  permissions  publish, yank',
        '  scopes       @acme',
        '  expires      never',
        'The registry was added at the end of your list of registries.\n',
      ].join('\n'),
    );
    assert.match(stderr, /^GET http:\S+\/-\/whoami 200 \d+ ms\nGET http:\S+\/no-such-atom 404 \d+ ms\n$/);
    assert.deepEqual(await storedBy(user), { tokens: { [baseUrl]: TOKEN }, registries: [baseUrl] });
    const { config = '', credentials = '' } = {
      config: await readFile(join(user.configFolder, 'config.yaml'), 'utf8'),
      credentials: await readFile(join(user.configFolder, 'credentials.yaml'), 'utf8'),
    };
    assert.ok(credentials.includes(TOKEN) && !config.includes(TOKEN));
    assert.ok(!`${stdout}${stderr}`.includes(TOKEN.slice(4, 12)));
    if (process.platform !== 'win32') {
      assert.equal((await stat(join(user.configFolder, 'credentials.yaml'))).mode & 0o777, 0o600);
      assert.equal((await stat(user.configFolder)).mode & 0o777, 0o700);
    }

    const again = await user.prime(['login', '--json', '--token', TOKEN]);
    const { publishing, ...result } = JSON.parse(again.stdout);
    assert.equal(publishing.max_tarball_bytes, 100 * 2 ** 20);
    assert.deepEqual(result, {
      registry: baseUrl,
      verified: true,
      name: 'test',
      permissions: ['publish', 'yank'],
      scopes: ['@acme'],
      added_to_registries: false,
    });
    assert.deepEqual((await storedBy(user)).registries, [baseUrl]);
    assert.equal((await user.prime(['whoami'])).code, 0, 'the stored token is used');
  });

  test('adds the registry after the configured ones, unless a list has it already', async () => {
    await using user = await createPrimeUser();
    await user.prime(['config', 'set', 'registries', 'https://a.example']);
    await user.prime(['config', 'set', '@acme', baseUrl, '--for-project']);
    const login = async (environment = {}) => {
      const result = await user.prime(['login', '--remote', baseUrl, '--json'], {
        input: TOKEN,
        environment,
      });
      return JSON.parse(result.stdout).added_to_registries as boolean;
    };
    assert.equal(await login(), false, 'a pin of the project has it');
    await user.prime(['config', 'unset', '@acme', '--for-project']);
    assert.equal(await login({ PRIME_REGISTRY: `https://b.example ${baseUrl}` }), false);
    await user.prime(['config', 'set', 'registries', baseUrl, '--for-project']);
    assert.equal(await login({ PRIME_REGISTRY: 'https://b.example' }), false, "the project's list has it");
    await user.prime(['config', 'unset', 'registries', '--for-project']);
    assert.equal(await login(), true);
    assert.deepEqual((await storedBy(user)).registries, ['https://a.example', baseUrl]);
  });

  test('stores no token that the registry refuses, or that cannot be verified because of a failure', async () => {
    await using user = await createPrimeUser();
    await using proxy = await startFaultyProxy(baseUrl);
    const unknown = generateToken();
    const refused = await user.prime(['login', baseUrl], { input: unknown });
    assert.equal(refused.code, 1);
    const verbose = await user.prime(['login', baseUrl, '--token', unknown, '--verbose', '--json']);
    assert.equal(JSON.parse(verbose.stdout).error.code, 'unauthenticated');
    for (const { stdout, stderr } of [refused, verbose]) {
      assert.ok(!`${stdout}${stderr}`.includes(unknown.slice(4, 12)), stderr);
    }
    assert.match(refused.stderr, /The token was not stored\.\nerror: .* 401 .*\nhelp: run 'prime login http/);
    for (const fault of ['reset', 'hang'] as const) {
      proxy.fault = () => ({ kind: fault });
      const { code, stderr } = await user.prime(['login', proxy.baseUrl, '--timeout', '0.1'], {
        input: TOKEN,
      });
      assert.equal(code, 1);
      assert.match(stderr, /The token was not stored\./);
    }
    proxy.fault = () => ({ kind: 'answer', status: 200, body: '<html>' });
    assert.equal((await user.prime(['login', proxy.baseUrl], { input: TOKEN })).code, 1);
    assert.deepEqual(await storedBy(user), { tokens: {}, registries: [] });
  });

  test('stores a token unverified if the registry cannot identify it, and says so', async () => {
    await using user = await createPrimeUser();
    await using proxy = await startFaultyProxy(baseUrl);
    proxy.fault = () => ({ kind: 'answer', status: 404 });
    const { code, stdout } = await user.prime(['login', proxy.baseUrl, '--json'], {
      input: 'of-another-form',
    });
    assert.equal(code, 0);
    const result = { registry: proxy.baseUrl, verified: false, added_to_registries: true };
    assert.deepEqual(JSON.parse(stdout), result);
    assert.deepEqual((await storedBy(user)).tokens, { [proxy.baseUrl]: 'of-another-form' });
    const shown = await user.prime(['login', proxy.baseUrl], { input: 'of-another-form' });
    assert.match(shown.stdout, /Not verified: this registry cannot identify tokens\./);
  });

  test('detects a typing error without a request, and wrong usage', async () => {
    await using user = await createPrimeUser();
    await using proxy = await startFaultyProxy(baseUrl);
    const cases: readonly (readonly [args: string[], input: string, code: number, says: RegExp])[] = [
      [[proxy.baseUrl], TOKEN.slice(0, -1), 2, /wrong or missing character; copy all of it again/],
      [[proxy.baseUrl], 'two words', 2, /a token has no spaces/],
      [[proxy.baseUrl], '', 3, /there is no token/],
      [[proxy.baseUrl, '--token', TOKEN, '--token-stdin'], '', 3, /exclude each other/],
      [[proxy.baseUrl, '--remote', proxy.baseUrl], TOKEN, 3, /give one URL/],
      [['--remote', proxy.baseUrl, '--remote', baseUrl], TOKEN, 3, /give one URL/],
      [['nonsense'], TOKEN, 3, /<url>: 'nonsense' is not a URL/],
      [['https://ada:hunter2@a.example'], TOKEN, 3, /user name or a password/],
      [[TOKEN], TOKEN, 3, /is not a URL/],
      [[], TOKEN, 3, /no registry is configured/],
    ];
    for (const [args, input, expected, says] of cases) {
      const { code, stdout, stderr } = await user.prime(['login', ...args], { input });
      assert.equal(code, expected, stderr);
      assert.match(stderr, says);
      assert.ok(!`${stdout}${stderr}`.includes(TOKEN.slice(4, 12)) && !stderr.includes('hunter2'), stderr);
    }
    assert.deepEqual(proxy.requests, []);
    assert.deepEqual(await listFiles(user.configFolder), []);
  });

  test('sends a piped token to no registry that only the project names', async () => {
    await using user = await createPrimeUser();
    await using proxy = await startFaultyProxy(baseUrl);
    await mkdir(join(user.project, '.primes'));
    await writeFile(join(user.project, '.primes', 'config.yaml'), `registries: ["${proxy.baseUrl}"]\n`);
    const { code, stderr } = await user.prime(['login', '--token-stdin'], { input: TOKEN });
    assert.equal(code, 3);
    assert.ok(stderr.includes(`run: prime login ${proxy.baseUrl}`), stderr);
    assert.deepEqual(proxy.requests, []);
    assert.equal((await user.prime(['login', proxy.baseUrl], { input: TOKEN })).code, 0);
    assert.deepEqual((await storedBy(user)).registries, [], 'the project lists it already');
  });

  test('sends the token of a flag to no registry that only the project names, even at a terminal', async () => {
    for (const flags of [{ token: TOKEN }, { 'token-stdin': true }]) {
      await using context = await makeContext({ project: `registries: ["${baseUrl}"]\n`, columns: 80 });
      await assert.rejects(login.run(context, flags, []), /run: prime login http/);
    }
  });

  test('warns if the token would be sent unencrypted', async () => {
    await using user = await createPrimeUser();
    const [far, near] = await Promise.all(
      ['http://prime-registry.invalid', baseUrl].map((url) =>
        user.prime(['login', url], { input: 'bad token' }),
      ),
    );
    assert.match(far?.stderr ?? '', /warning: http:\/\/prime-registry\.invalid is not encrypted/);
    assert.doesNotMatch(near?.stderr ?? '', /not encrypted/);
  });
});

describe('prime logout', () => {
  test('removes the token of one registry, and says if there was none', async () => {
    await using user = await createPrimeUser();
    await user.prime(['login', baseUrl], { input: TOKEN });
    const file = join(user.configFolder, 'credentials.yaml');
    await writeFile(file, `${await readFile(file, 'utf8')}https://other.example: other\n`);
    const { stdout } = await user.prime(['logout']);
    assert.equal(stdout, `The token for ${baseUrl} is forgotten.\n`);
    assert.deepEqual((await storedBy(user)).tokens, { 'https://other.example': 'other' });
    const again = await user.prime(['logout', `${baseUrl}/`, '--json']);
    assert.deepEqual([again.code, JSON.parse(again.stdout)], [0, { registry: baseUrl, forgotten: false }]);
    assert.match((await user.prime(['logout'])).stdout, /^There was no token for /);
    assert.equal((await user.prime(['logout', 'nonsense'])).code, 3);
  });
});
