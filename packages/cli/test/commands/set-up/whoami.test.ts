// `prime whoami`: which token each registry gets, what it may do, and that no other registry gets it.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { generateToken } from '@prime-registry/protocol';
import { createPrimeUser, type PrimeOptions, startFaultyProxy, startRegistry } from '@prime-registry/testkit';
import { assertHarmless } from '../../assert-harmless.ts';

const registry = await startRegistry();
const other = await startRegistry();
after(() => Promise.all([registry.stop(), other.stop()]));
const A = registry.baseUrl;
const B = other.baseUrl;
const TOKEN = registry.author.token ?? '';
const OTHER_TOKEN = other.stranger.token ?? '';

type User = Awaited<ReturnType<typeof createPrimeUser>>;

/** The output of `prime whoami --json`; no output may have the token. */
async function whoami(user: User, args: readonly string[] = [], options: PrimeOptions = {}) {
  const { code, stdout, stderr } = await user.prime(['whoami', '--json', '--verbose', ...args], options);
  for (const token of [TOKEN, OTHER_TOKEN])
    assert.ok(!`${stdout}${stderr}`.includes(token.slice(4, 12)), stderr);
  return { code, stderr, registries: JSON.parse(stdout).registries as Record<string, unknown>[] };
}

/** What limits a publish: the defaults. */
const publishing = {
  max_tarball_bytes: 100 * 2 ** 20,
  max_unpacked_bytes: 2 ** 30,
  max_entries: 20_000,
  max_ratio: 200,
  version_rule: 'warn',
};

describe('prime whoami', () => {
  test('shows for each registry the token, its source, and what it may do', async () => {
    await using user = await createPrimeUser();
    await user.prime(['login', A], { input: TOKEN });
    await user.prime(['config', 'set', '@other', B]);
    await user.prime(['config', 'set', '@third', 'https://third.example']);
    const author = { name: 'test', permissions: ['publish', 'yank'], scopes: ['@acme'], publishing };
    const stored = { registry: A, token: 'stored', status: 'accepted', ...author };
    const none = { registry: B, token: 'none', status: 'none' };
    const third = { ...none, registry: 'https://third.example' };
    const configured = await whoami(user);
    assert.deepEqual([configured.code, configured.registries], [0, [stored, none, third]]);

    const expiresAtMs = Date.UTC(2100, 0, 1);
    const { token = '' } = await registry.actorWith({ permissions: ['read'], scopes: ['*'], expiresAtMs });
    const expires = { expires_at: '2100-01-01T00:00:00Z' };
    const given = { name: 'test', permissions: ['read'], scopes: ['*'], ...expires, publishing };
    const environment = { PRIME_REGISTRY_TOKEN: token };
    assert.deepEqual((await whoami(user, [], { environment })).registries, [
      { registry: A, token: 'environment', status: 'accepted', ...given },
      none,
      third,
    ]);
    const flags = ['--remote', B, '--remote', A, '--token', OTHER_TOKEN];
    assert.deepEqual((await whoami(user, flags, { environment })).registries, [
      { registry: B, token: 'flag', status: 'accepted', ...author, scopes: ['@other'] },
      stored,
    ]);

    const { stdout } = await user.prime(['whoami'], { environment });
    assert.equal(
      stdout,
      [
        `${A}: the token of PRIME_REGISTRY_TOKEN`,
        '  name         test',
        '  permissions  read',
        '  scopes       every scope',
        '  expires      2100-01-01T00:00:00Z',
        `${B}: no token; 'prime login ${B}' stores one`,
        "https://third.example: no token; 'prime login https://third.example' stores one\n",
      ].join('\n'),
    );
  });

  test('fails only if the first registry refuses the token or cannot be reached', async () => {
    await using user = await createPrimeUser();
    await using proxy = await startFaultyProxy(A);
    await user.prime(['login', A], { input: TOKEN });
    await user.prime(['login', proxy.baseUrl], { input: TOKEN });
    const environment = { PRIME_REGISTRY_TOKEN: generateToken() };
    const refused = await whoami(user, [], { environment });
    assert.equal(refused.code, 1);
    assert.deepEqual(
      refused.registries.map(({ status }) => status),
      ['refused', 'accepted'],
    );
    assert.match(String(refused.registries[0]?.message), / 401 .*The token is not known to this registry/);
    const shown = await user.prime(['whoami'], { environment });
    assert.match(shown.stdout, /the token of PRIME_REGISTRY_TOKEN is refused: .* 401 /);

    proxy.fault = () => ({ kind: 'answer', status: 400, body: 'no' });
    const second = await whoami(user);
    assert.deepEqual([second.code, second.registries[1]?.status], [0, 'failed']);
    const first = await whoami(user, ['--remote', proxy.baseUrl]);
    assert.deepEqual([first.code, first.registries[0]?.status], [1, 'failed']);
    proxy.fault = () => ({ kind: 'answer', status: 404 });
    const doubtful = await whoami(user, ['--remote', proxy.baseUrl]);
    assert.deepEqual(
      [doubtful.code, doubtful.registries[0]?.status],
      [1, 'failed'],
      'it explained errors before',
    );
    await using plain = await startFaultyProxy(A);
    plain.fault = () => ({ kind: 'answer', status: 404 });
    const unknown = await whoami(user, ['--remote', plain.baseUrl, '--token', TOKEN]);
    assert.deepEqual([unknown.code, unknown.registries[0]?.status], [0, 'unknown']);
    assert.equal((await user.prime(['whoami', '--remote', 'nonsense'])).code, 3);
  });

  test('shows text of a registry without control characters', async () => {
    await using user = await createPrimeUser();
    await using proxy = await startFaultyProxy(A);
    const body = {
      name: '\u001b[31mred\u202e',
      permissions: ['a\nb'],
      scopes: ['@\u0007'],
      expires_at: '\r',
    };
    proxy.fault = () => ({
      kind: 'answer',
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { code, stdout } = await user.prime(['whoami', '--remote', proxy.baseUrl, '--token', 'x']);
    assert.equal(code, 0);
    assertHarmless(stdout);
    assert.match(stdout, /name +\\u\{1b\}\[31mred/);
  });
});

describe('a token', () => {
  test('from the environment is not sent to a registry that only the project names, with one warning', async () => {
    await using user = await createPrimeUser();
    await using proxy = await startFaultyProxy(A);
    await mkdir(join(user.project, '.primes'));
    await writeFile(join(user.project, '.primes', 'config.yaml'), `registries: ["${proxy.baseUrl}"]\n`);
    const environment = { PRIME_REGISTRY_TOKEN: TOKEN };
    const { registries, stderr } = await whoami(user, [], { environment });
    assert.deepEqual(registries, [{ registry: proxy.baseUrl, token: 'none', status: 'none' }]);
    assert.equal(stderr.match(/warning: the token of PRIME_REGISTRY_TOKEN is not sent to /g)?.length, 1);
    const searched = await user.prime(['search', 'web'], { environment });
    assert.equal(searched.code, 0, searched.stderr);
    assert.deepEqual(proxy.credentials, [undefined]);

    await user.prime(['login', proxy.baseUrl], { input: TOKEN });
    const after = await whoami(user, [], { environment });
    assert.deepEqual(after.registries[0]?.token, 'stored', 'the stored token is that of the registry');
    assert.equal(proxy.credentials.at(-1), `Bearer ${TOKEN}`);
  });

  test('is sent to its own registry and no other', async () => {
    await using user = await createPrimeUser();
    await using first = await startFaultyProxy(A);
    await using second = await startFaultyProxy(B);
    await user.prime(['login', second.baseUrl], { input: OTHER_TOKEN });
    const environment = { PRIME_REGISTRY: `${first.baseUrl} ${second.baseUrl}`, PRIME_REGISTRY_TOKEN: TOKEN };
    await user.prime(['search', 'web'], { environment });
    await user.prime(['info', '@acme/nothing'], { environment });
    assert.ok(first.credentials.length > 0 && second.credentials.length > 0);
    assert.deepEqual(new Set(first.credentials), new Set([`Bearer ${TOKEN}`]));
    assert.deepEqual(new Set(second.credentials), new Set([`Bearer ${OTHER_TOKEN}`]));
  });
});
