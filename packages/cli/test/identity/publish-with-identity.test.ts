// Commands that write with the identity of their CI job: which one they take, what they send to whom, and what they do
// when it is refused.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import {
  createPrimeUser,
  manifestText,
  type PrimeUser,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { GOOD_PRIME, writeFiles } from '../pack/prime-folder.ts';
import {
  type FakeExchange,
  type FakeRunner,
  give,
  startFakeExchange,
  startFakeRunner,
  tokenFor,
} from './fake-exchange.ts';

let registry: TestRegistry;
let exchange: FakeExchange;
let runner: FakeRunner;
let user: PrimeUser;
let made = 0;
before(async () => {
  registry = await startRegistry();
  runner = await startFakeRunner();
});
after(async () => {
  await runner[Symbol.asyncDispose]();
  await registry.stop();
});
beforeEach(async () => {
  exchange = await startFakeExchange(registry);
  user = await createPrimeUser({ PRIME_REGISTRY: exchange.baseUrl, ...runner.environment });
  runner.requests.length = 0;
  runner.redirectTo = undefined;
});
afterEach(async () => {
  await user.remove();
  await exchange[Symbol.asyncDispose]();
});

/** A new Prime in the project. @returns its name */
async function writePrime(): Promise<string> {
  made += 1;
  const name = `@acme/identity-${made}`;
  await writeFiles(user.project, { ...GOOD_PRIME, 'pack.yaml': manifestText({ name, version: '1.0.0' }) });
  return name;
}

/** Runs a command; nothing that it prints may have a token. */
async function prime(args: readonly string[], environment: Record<string, string> = {}) {
  const result = await user.prime(args, { environment });
  const shown = `${result.stdout}${result.stderr}`.replaceAll(/^::add-mask::.*$/gm, '');
  assert.ok(!shown.includes(registry.author.token ?? '-'), 'the token of the registry is shown');
  assert.doesNotMatch(shown, /eyJ[\w-]+\.eyJ/, 'the identity token is shown');
  assert.doesNotMatch(shown, /password-of-the-runner/);
  return result;
}

const loggedIn = async (): Promise<void> => {
  const { code, stderr } = await user.prime(['login', exchange.baseUrl], {
    input: registry.admin.token ?? '',
    environment: { PRIME_IDENTITY: 'none' },
  });
  assert.equal(code, 0, stderr);
};

describe('in a job of GitHub', () => {
  test('a publish says as whom, takes a token for this registry alone, and revokes it', async () => {
    const name = await writePrime();
    const { code, stdout, stderr } = await prime(['publish', '--yes']);
    assert.equal(code, 0, stderr);
    assert.match(
      stderr,
      /^Acting as acme\/web-style, release\.yml \(GitHub Actions\), allowed by the rule 'web-style releases' of http/m,
    );
    assert.match(stdout, new RegExp(`Published ${name} 1\\.0\\.0`));
    const audience = encodeURIComponent(exchange.baseUrl);
    assert.deepEqual(runner.requests, [
      `/idtoken?api-version=2.0&audience=${audience} Bearer password-of-the-runner`,
    ]);
    const [form, ...more] = exchange.exchanges;
    assert.deepEqual(more, []);
    const { subject_token: sent, nonce = '', ...fixed } = form ?? {};
    assert.match(sent ?? '', /^eyJ/);
    assert.match(nonce, /^[\w-]{43}$/);
    assert.deepEqual(fixed, {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
    });
    assert.ok(exchange.credentials.includes(`Bearer ${registry.author.token}`));
    assert.deepEqual(exchange.revoked, [registry.author.token]);
    assert.equal((await registry.anonymous.get(`/pack/${name}/1.0.0`)).status, 200);
  });

  test('the runner learns what is secret, and nobody else', async () => {
    await writePrime();
    const { stderr } = await prime(['publish', '--yes'], { GITHUB_ACTIONS: 'true' });
    const masked = [...stderr.matchAll(/^::add-mask::(.*)$/gm)].map(([, secret]) => secret);
    assert.deepEqual(masked, [exchange.exchanges[0]?.subject_token, registry.author.token]);
  });

  test('other commands that write act with it, too', async () => {
    const name = await writePrime();
    assert.equal((await prime(['publish', '--yes'])).code, 0);
    const commands = [
      ['channel', 'set', `${name}@1.0.0`, 'beta'],
      ['deprecate', name, '--message', 'Old'],
      ['move', name, '@acme/none'],
      ['yank', `${name}@1.0.0`, '--yes'],
    ];
    for (const [index, args] of commands.entries()) {
      const { stderr } = await prime(args);
      assert.match(stderr, /^Acting as acme\/web-style/m, args.join(' '));
      assert.equal(exchange.exchanges.length, index + 2, args.join(' '));
      assert.equal(exchange.revoked.length, index + 2, `${args.join(' ')}, which may fail`);
    }
  });

  test('many Primes need one exchange, and a token near its end another one', async () => {
    for (const folder of ['a', 'b']) {
      made += 1;
      const pack = manifestText({ name: `@acme/identity-${made}`, version: '1.0.0' });
      await writeFiles(join(user.project, folder), { ...GOOD_PRIME, 'pack.yaml': pack });
    }
    const long = await prime(['publish', '--all', '--yes', '--dry-run']);
    assert.equal(long.code, 0, long.stderr);
    assert.equal(exchange.exchanges.length, 1);
    exchange.answer = () => give(registry.author.token ?? '', 0);
    const short = await prime(['publish', '--all', '--yes']);
    assert.equal(short.code, 0, short.stderr);
    assert.ok(exchange.exchanges.length > 2);
    assert.equal(exchange.revoked.length, exchange.exchanges.length);
    assert.equal(short.stderr.match(/Acting as/g)?.length, 1);
  });

  test('a review for a pull request asks for no identity', async () => {
    await writePrime();
    const { code, stdout } = await prime(['publish', '--dry-run', '--format', 'markdown', '--yes']);
    assert.equal(code, 0);
    assert.match(stdout, /was not asked, because there is no token/);
    assert.deepEqual([runner.requests, exchange.exchanges], [[], []]);
  });

  test('a promotion acts with it at the target', async () => {
    const name = await writePrime();
    const staging = await startRegistry();
    try {
      await staging.admin.mustPublish({ name, version: '1.0.0' });
      const args = ['promote', `${name}@1.0.0`, '--from', staging.baseUrl, '--to', exchange.baseUrl];
      const { code, stderr } = await prime(args);
      assert.equal(code, 0, stderr);
      assert.equal(exchange.exchanges.length, 1);
      assert.equal(exchange.revoked.length, 1);
    } finally {
      await staging.stop();
    }
  });
});

describe('the order', () => {
  test('a given token comes first', async () => {
    await writePrime();
    const environment = { PRIME_REGISTRY_TOKEN: registry.author.token ?? '' };
    assert.equal((await prime(['publish', '--yes'], environment)).code, 0);
    assert.equal(
      (await prime(['publish', '--yes', '--skip-existing', '--token', registry.author.token ?? ''])).code,
      0,
    );
    const both = await prime(['publish', '--yes', '--identity', 'github'], environment);
    assert.equal(both.code, 3);
    assert.match(both.stderr, /PRIME_REGISTRY_TOKEN and --identity github exclude each other/);
    assert.deepEqual(exchange.exchanges, []);
  });

  test('a stored token comes last, and only if the identity is not wanted', async () => {
    await loggedIn();
    await writePrime();
    assert.equal((await prime(['publish', '--yes', '--identity', 'none'])).code, 0);
    assert.deepEqual(exchange.exchanges, []);
    assert.equal((await prime(['publish', '--yes', '--skip-existing'])).code, 0);
    assert.equal(exchange.exchanges.length, 1);
  });

  test('a token in a variable comes before the runner', async () => {
    await writePrime();
    const PRIME_ID_TOKEN = tokenFor(exchange.baseUrl);
    const { stderr } = await prime(['publish', '--yes'], { PRIME_ID_TOKEN });
    assert.match(stderr, /\(PRIME_ID_TOKEN\)/);
    assert.equal(exchange.exchanges[0]?.subject_token, PRIME_ID_TOKEN);
    assert.deepEqual(runner.requests, []);
    await prime(['publish', '--yes', '--skip-existing', '--identity', 'github'], { PRIME_ID_TOKEN });
    assert.equal(runner.requests.length, 1);
  });

  test('a chosen identity that is not there is an error', async () => {
    await loggedIn();
    await writePrime();
    const { code, stderr } = await prime(['publish', '--yes', '--identity', 'env']);
    assert.equal(code, 1);
    assert.match(stderr, /there is no identity 'env': PRIME_ID_TOKEN, or PRIME_ID_TOKEN_FILE is not set/);
    assert.equal((await prime(['publish', '--identity', 'gitlab'])).code, 3);
  });

  test('a token in a file serves all commands of a job: its nonce is kept', async () => {
    const file = join(user.project, '..', 'token');
    await writeFile(file, `${tokenFor([exchange.baseUrl])}\n`);
    const environment = { PRIME_ID_TOKEN_FILE: file };
    await writePrime();
    assert.equal((await prime(['publish', '--yes'], environment)).code, 0);
    assert.equal((await prime(['publish', '--yes', '--skip-existing'], environment)).code, 0);
    const [first, second] = exchange.exchanges;
    assert.equal(first?.nonce, second?.nonce);
    await writeFile(file, tokenFor(exchange.baseUrl, { jti: 'another' }));
    await prime(['publish', '--yes', '--skip-existing'], environment);
    assert.notEqual(exchange.exchanges[2]?.nonce, first?.nonce);
  });
});

describe('a refusal ends the command, whatever tokens are stored', () => {
  const nothingWritten = () =>
    assert.ok(!exchange.requests.some((request) => request.startsWith('POST')), exchange.requests.join());
  beforeEach(async () => {
    await loggedIn();
    await writePrime();
  });

  test('with the line of what differs', async () => {
    const refusal = {
      rule: 'web-style releases',
      claim: 'workflow',
      wants: 'release.yml',
      has: 'nightly.yml',
    };
    exchange.answer = () => ({
      status: 403,
      body: {
        ...{ error: 'access_denied', code: 'identity_not_trusted', prime_refusals: [refusal] },
        error_description: 'the registry trusts acme/web-style, but not this workflow',
      },
    });
    const { code, stderr } = await prime(['publish', '--yes']);
    assert.equal(code, 1);
    assert.match(stderr, /the registry trusts acme\/web-style, but not this workflow/);
    assert.match(stderr, /rule 'web-style releases' +workflow wants release\.yml, has nightly\.yml/);
    assert.match(stderr, /^help: .*trust add/m);
    nothingWritten();
    const json = await prime(['publish', '--yes', '--json']);
    assert.equal(JSON.parse(json.stdout).error.code, 'identity_not_trusted');
  });

  test('also if the registry exchanges nothing', async () => {
    exchange.audience = undefined;
    const { code, stderr } = await prime(['publish', '--yes']);
    assert.equal(code, 1);
    assert.match(stderr, /exchanges no identity tokens.*\n.*--identity none/);
    assert.deepEqual(runner.requests, []);
    nothingWritten();
  });

  test('an answer cannot show the identity token', async () => {
    exchange.answer = ({ subject_token: token }) => ({
      status: 400,
      body: { code: 'x', error_description: `${token}` },
    });
    assert.equal((await prime(['publish', '--yes'])).code, 1);
  });
});

describe('an identity never reaches anybody else', () => {
  beforeEach(async () => {
    await writePrime();
  });

  test('a registry that wants tokens for another address gets none', async () => {
    exchange.audience = 'https://primes.acme.example';
    const { code, stderr } = await prime(['publish', '--yes']);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /wants identity tokens for https:\/\/primes\.acme\.example, which is another address/,
    );
    assert.deepEqual([runner.requests, exchange.exchanges], [[], []]);
  });

  for (const [what, aud] of [
    ['another audience', 'https://other.example'],
    ['several audiences', ['https://other.example', 'self']],
    ['no audience', undefined],
  ] as const)
    test(`a token with ${what} is not sent`, async () => {
      const audience = Array.isArray(aud)
        ? aud.map((each) => (each === 'self' ? exchange.baseUrl : each))
        : aud;
      const { code, stderr } = await prime(['publish', '--yes'], { PRIME_ID_TOKEN: tokenFor(audience) });
      assert.equal(code, 1);
      assert.match(stderr, /it was not sent/);
      assert.deepEqual(exchange.exchanges, []);
    });

  test('a token that is none is not sent', async () => {
    const { code, stderr } = await prime(['publish', '--yes'], { PRIME_ID_TOKEN: 'hello' });
    assert.equal(code, 1);
    assert.match(stderr, /is not a signed JSON Web Token/);
    assert.deepEqual(exchange.exchanges, []);
  });

  test('redirects are not followed, by the registry or by the runner', async () => {
    await using other = await startFakeExchange(registry);
    const location = `${other.baseUrl}/-/token`;
    exchange.answer = () => ({ status: 307, headers: { location } });
    assert.match((await prime(['publish', '--yes'])).stderr, /is not followed for a POST/);
    assert.deepEqual(other.exchanges, []);
    runner.redirectTo = `${other.baseUrl}/elsewhere`;
    assert.match((await prime(['publish', '--yes'])).stderr, /the runner gives no identity token/);
    assert.deepEqual(other.requests, []);
  });
});

test('a lost answer and an issuer that is away are tried again, with the same nonce', async () => {
  await writePrime();
  exchange.answer = () => {
    const count = exchange.exchanges.length;
    if (count === 1) return 'lost';
    if (count === 2)
      return { status: 503, headers: { 'retry-after': '0' }, body: { code: 'issuer_unavailable' } };
    return give(registry.author.token ?? '');
  };
  const { code, stderr } = await prime(['publish', '--yes']);
  assert.equal(code, 0, stderr);
  assert.equal(exchange.exchanges.length, 3);
  assert.equal(new Set(exchange.exchanges.map(({ nonce }) => nonce)).size, 1);
  assert.equal(runner.requests.length, 1);
});

test('an interrupted command revokes its token', async () => {
  await writePrime();
  const { code } = await user.prime(['publish', '--yes'], {
    killWhen: {
      signal: 'SIGINT',
      condition: () => exchange.requests.some((each) => each.startsWith('POST')),
    },
  });
  assert.ok(code === 130 || code === 0, 'it may have been done by then');
  assert.deepEqual(exchange.revoked, [registry.author.token]);
});
