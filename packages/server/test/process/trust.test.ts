// Trust rules as an operator has them: what the commands say, store and log, and what they refuse.
import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { eventually } from '@prime-registry/testkit';
import { must, parseLines, run } from './data/on-data.ts';
import { atEnd, makeFolder, makeRegistry, serveHere } from './temporary-registry.ts';

const GITHUB = ['trust', 'add', 'github', 'acme/web-style@456789', '--scope', '@acme'];
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const JWKS = JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig' }] });
const ISSUER = 'https://ci.example.com';
const AUDIENCE = 'https://primes.example.com';

function makeToken(claims: Readonly<Record<string, unknown>> = {}): string {
  const now = Math.floor(Date.now() / 1000);
  const all = { iss: ISSUER, aud: AUDIENCE, sub: 'job', iat: now, exp: now + 300, jti: 'x', ...claims };
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${encode({ alg: 'RS256', kid: 'k1', typ: 'JWT' })}.${encode(all)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
}

async function listRules(dataFolder: string, ...flags: string[]) {
  return parseLines(await must(dataFolder, 'trust', 'list', '--json', ...flags));
}

describe('a rule', () => {
  test('is added, listed, in both logs, and removed', async (t) => {
    const registry = await serveHere(t, {});
    const { dataFolder } = registry;
    const added = await must(dataFolder, ...GITHUB, '--workflow', 'release.yml', '--environment', 'live');
    assert.match(added, /^Rule 'acme\/web-style release\.yml' allows publish for @acme to identities with\n/);
    assert.match(added, / repository_id +456789\n/);
    const [rule] = await listRules(dataFolder);
    assert.deepEqual(
      { ...rule, created_at: undefined, created_by: undefined },
      {
        name: 'acme/web-style release.yml',
        preset: 'github',
        issuer: 'https://token.actions.githubusercontent.com',
        conditions: {
          ...{ repository: 'acme/web-style', repository_id: '456789', environment: 'live' },
          workflow_ref: { prefix: 'acme/web-style/.github/workflows/release.yml@' },
        },
        ...{ pin: [], may: ['publish'], scopes: ['@acme'], primes: [], show: 'names', pinned: null },
        ...{ created_at: undefined, created_by: undefined, last_used_at: null },
      },
    );
    assert.match(await must(dataFolder, 'trust', 'list'), /^acme\/web-style release\.yml\n.*never/s);

    assert.match(await must(dataFolder, 'trust', 'remove', rule.name), /is removed/);
    assert.match(await must(dataFolder, 'trust', 'list'), /There are no rules/);
    const again = await run(dataFolder, ['trust', 'remove', rule.name]);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /there is no rule 'acme\/web-style release\.yml'/);
    const acts = parseLines(
      await must(dataFolder, 'audit', '--json', '--action', 'trust-add', '--action', 'trust-remove'),
    );
    assert.deepEqual(
      acts.map(({ action, details }) => [action, details.rule]),
      [
        ['trust-add', rule.name],
        ['trust-remove', rule.name],
      ],
    );
    assert.equal((await registry.anonymous.get('/-/log')).json.size, 3, 'begin, add, remove');
    assert.match(await must(dataFolder, 'verify'), /all is well/);
  });

  test('is wide only with a note', async (t) => {
    const dataFolder = await makeRegistry(t);
    const { code, stderr } = await run(dataFolder, GITHUB);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /note: rule 'acme\/web-style': every workflow of it may publish/);
    assert.match(stderr, /note: rule 'acme\/web-style': every branch may publish/);
  });

  test('has a name of its own', async (t) => {
    const dataFolder = await makeRegistry(t);
    await must(dataFolder, ...GITHUB);
    const { code, stderr } = await run(dataFolder, GITHUB);
    assert.equal(code, 1);
    assert.match(stderr, /already a rule 'acme\/web-style'; .*--name/);
    await must(dataFolder, ...GITHUB, '--name', 'second');
    assert.equal((await listRules(dataFolder)).length, 2);
  });

  test('is unused until somebody uses it', async (t) => {
    const dataFolder = await makeRegistry(t);
    await must(dataFolder, ...GITHUB);
    assert.equal((await listRules(dataFolder, '--unused', '90d')).length, 0, 'it is new');
    await eventually(async () => assert.equal((await listRules(dataFolder, '--unused', '1s')).length, 1));
    assert.match(
      await must(dataFolder, 'trust', 'list', '--unused', '90d'),
      /^Every rule was used or added within 90d/,
    );
  });

  const REFUSED: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [
      ['github', 'acme/web-style', '--scope', '@acme'],
      /repository: a name of GitHub Actions can be taken over.*--pin/s,
    ],
    [['github', 'acme/web-style@456789'], /at least one scope/],
    [['github', 'acme/web-style@456789', '--scope', '@acme', '--claim', 'sub=x'], /no rule may depend on it/],
    [
      ['github', 'acme/web-style@456789', '--scope', '@acme', '--event', 'pull_request_target'],
      /never accepted/,
    ],
    [['github', 'acme/web-style@456789', '--scope', '@acme', '--repository', 'x/y@1'], /say the same/],
    [['github', 'acme/web-style@456789', '--scope', '@acme', '--claim', 'ref_protected'], /has no '='/],
    [['github', 'a/b@1', '--scope', '@acme', '--claim', 'x=1', '--claim-prefix', 'x=2'], /another condition/],
    [['github', 'a/b@1', '--scope', '@acme', '--branch', 'main'], /branch: there is no such field/],
    [['jenkins', 'x', '--scope', '@acme'], /no preset 'jenkins'; use one of github/],
    [['kubernetes', 'docs/publisher@x', '--scope', '@acme'], /issuer: Kubernetes needs one/],
    [[], /give a preset such as github, or --file/],
    [['github', 'acme/web-style@456789', '--file', 'x.yaml'], /the file says everything: leave out github/],
    [['--file', 'x.yaml', '--scope', '@acme'], /leave out --scope/],
    [['--file', '/nowhere/x.yaml'], /cannot be read \(ENOENT\)/],
  ];
  for (const [args, message] of REFUSED)
    test(`is refused: trust add ${args.join(' ')}`, async (t) => {
      const dataFolder = await makeRegistry(t);
      const { code, stderr } = await run(dataFolder, ['trust', 'add', ...args]);
      assert.equal(code, 3, stderr);
      assert.match(stderr, message);
      assert.deepEqual(await listRules(dataFolder), []);
    });
});

describe('a file of rules', () => {
  async function addFile(t: TestContext, text: string) {
    const dataFolder = await makeRegistry(t);
    const file = join(await makeFolder(t), 'rules.yaml');
    await writeFile(file, text);
    return { ...(await run(dataFolder, ['trust', 'add', '--file', file])), dataFolder };
  }

  test('is one rule, or several', async (t) => {
    const { code, stderr, dataFolder } = await addFile(
      t,
      `trusted-publishers:
  - name: web-style releases
    preset: github
    repository: acme/web-style@456789
    workflow: release.yml
    environment: [live, stage]
    scopes: ['@acme']
  - name: cluster
    preset: kubernetes
    issuer: https://kubernetes.default.svc
    account: docs/publisher@e6a8680e-d103-4cce-80ea-03acbbeacf7d
    claims: { kubernetes.io/namespace: docs }
    primes: ['@docs/one']
    pin: false
    show: ids
`,
    );
    assert.equal(code, 0, stderr);
    const [first, second] = await listRules(dataFolder);
    assert.deepEqual(first.conditions.environment, ['live', 'stage']);
    assert.equal(second.conditions['kubernetes.io/namespace'], 'docs');
    const one = await addFile(
      t,
      '{"preset": "oidc", "issuer": "https://ci.example.com", "subject": "job", "scopes": ["@a"]}',
    );
    assert.equal(one.code, 0, one.stderr);
  });

  test('says where each mistake is, and adds nothing', async (t) => {
    const { code, stderr, dataFolder } = await addFile(
      t,
      `trusted-publishers:
  - name: good
    preset: oidc
    issuer: https://ci.example.com
    subject: job
    scopes: ['@acme']
  - name: bad
    preset: github
    repository: acme/web-style
    scopes: [acme]
    claims:
      ref: main
      kubernetes.io/x: { regex: '.*' }
`,
    );
    assert.equal(code, 3);
    assert.match(stderr, /rules\.yaml:10: scopes: 'acme' does not begin with '@'/);
    assert.match(stderr, /rules\.yaml:13: claims\.kubernetes\.io\/x: it is no condition/);
    assert.match(stderr, /nothing was added/);
    assert.deepEqual(await listRules(dataFolder), []);
  });

  const WRONG: readonly (readonly [what: string, text: string, message: RegExp])[] = [
    [
      'a missing id',
      'preset: github\nscopes: ["@a"]\nrepository: acme/web\n',
      /rules\.yaml:3: repository: a name/,
    ],
    ['no YAML', 'preset: [github\n', /rules\.yaml:\d+: /],
    ['a key twice', 'preset: github\npreset: oidc\n', /rules\.yaml:2: Map keys must be unique/],
    ['a list', '- preset: github\n', /neither a rule nor a list/],
    ['nothing', '', /neither a rule nor a list/],
    ['an empty list', 'trusted-publishers: []\n', /neither a rule nor a list/],
    ['aliases', 'preset: &a github\nname: *a\n', /has aliases/],
    ['a number of megabytes', `# ${'x'.repeat(300_000)}`, /at most 262144 are allowed/],
    ['__proto__', '__proto__: { preset: github }\nscopes: ["@a"]\n', /issuer: /],
  ];
  for (const [what, text, message] of WRONG)
    test(`with ${what} is refused`, async (t) => {
      const { code, stderr } = await addFile(t, text);
      assert.equal(code, 3, stderr);
      assert.match(stderr, message);
    });
});

describe('trust test', () => {
  const RULE = ['trust', 'add', 'oidc', 'job', '--issuer', ISSUER, '--scope', '@acme'];

  /** A registry that has the keys of the issuer in a file, and a token in another one. */
  async function setUp(t: TestContext, token: string, ...rules: (readonly string[])[]) {
    const dataFolder = await makeRegistry(t);
    const folder = await makeFolder(t);
    await writeFile(join(folder, 'keys.json'), JWKS);
    await must(dataFolder, 'trust', 'issuer', ISSUER, '--jwks-file', join(folder, 'keys.json'));
    for (const rule of rules) await must(dataFolder, ...rule);
    const file = join(folder, 'token.jwt');
    await writeFile(file, `${token}\n`);
    const audience = ['--audience', AUDIENCE];
    return {
      dataFolder,
      test: (...flags: string[]) => run(dataFolder, ['trust', 'test', file, ...audience, ...flags]),
    };
  }

  test('says which rule allows a token, and gives nothing out', async (t) => {
    const registry = await setUp(t, makeToken(), [...RULE, '--name', 'deploy']);
    const { code, stdout, stderr } = await registry.test();
    assert.equal(code, 0, stdout + stderr);
    assert.match(
      stdout,
      /^A token of job\n.*Nothing is wrong with the token itself\.\n.*Rule 'deploy' allows it: publish for @acme\n/s,
    );
    assert.match(stdout, /The registry would give out a token\.\n$/);
    assert.equal((await must(registry.dataFolder, 'token', 'list', '--json')).includes('oidc'), false);
    const again = await registry.test();
    assert.equal(again.code, 0, 'it is not used up');
  });

  test('explains every rule', async (t) => {
    const registry = await setUp(
      t,
      makeToken({ branch: 'Main', env: undefined }),
      [...RULE, '--name', 'branch', '--claim', 'branch=main', '--claim', 'env=live'],
      [...RULE, '--name', 'prefix', '--claim-prefix', 'branch=release-'],
      ['trust', 'add', 'github', 'acme/web-style@456789', '--scope', '@acme'],
    );
    const { code, stdout } = await registry.test();
    assert.equal(code, 1);
    assert.match(stdout, /The other rule is of other issuers\./);
    assert.match(
      stdout,
      /Rule 'branch' does not allow it:\n +branch +wants main +has Main \(another case\)\n +env +wants live +has none\n/,
    );
    assert.match(stdout, /Rule 'prefix' does not allow it:\n +branch +wants release-… +has Main\n/);
    const [json] = parseLines((await registry.test('--json')).stdout);
    assert.equal(json.allowed, false);
    assert.deepEqual(json.rules[0].refusals[1], { claim: 'env', wants: 'live', has: null });
  });

  test('says everything that is wrong with a token', async (t) => {
    const token = makeToken({ aud: ['https://other.example'], exp: 1_600_000_300, iat: 1_600_000_000 });
    const registry = await setUp(t, `${token.slice(0, -8)}AAAAAAAA`.replace(/.$/, 'A'), RULE);
    const { code, stdout, stderr } = await registry.test();
    assert.equal(code, 1, stderr);
    assert.match(stdout, /the signature of the token is not that of the issuer's key 'k1'/);
    assert.match(stdout, /the token is for 'https:\/\/other\.example'; its only audience must be/);
    assert.match(stdout, /the token expired at 2020-09-13T12:31:40Z/);
    assert.match(stdout, /Rule 'job' allows it.*\n\nThe registry would give out nothing\./s);
    const { stdout: then } = await registry.test('--at', '2020-09-13T12:30:00Z');
    assert.doesNotMatch(then, /expired/);
  });

  test('finds issuers that only look the same', async (t) => {
    const registry = await setUp(t, makeToken({ iss: `${ISSUER}/` }), RULE);
    const { code, stdout } = await registry.test();
    assert.equal(code, 1);
    assert.match(
      stdout,
      /No rule trusts its issuer\.\n.*There are rules of 'https:\/\/ci\.example\.com': issuers are compared byte for byte/s,
    );
  });

  test('asks no issuer that no rule trusts, nor any with --offline', async (t) => {
    let asked = 0;
    const server = createServer((_, response) => {
      asked += 1;
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    atEnd(t, () => server.close());
    const issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
    const registry = await setUp(t, makeToken({ iss: issuer }), RULE);
    assert.match((await registry.test()).stdout, /not checked: no rule trusts its issuer/);
    assert.equal(asked, 0);
    await must(
      registry.dataFolder,
      'trust',
      'add',
      'oidc',
      'job',
      '--issuer',
      issuer,
      '--scope',
      '@b',
      '--name',
      'b',
    );
    const offline = await registry.test('--offline');
    assert.match(offline.stdout, /not checked: --offline/);
    assert.deepEqual([offline.code, asked], [0, 0]);
    const refused = await registry.test();
    assert.match(refused.stdout, /not checked: the keys of its issuer cannot be read: /);
    assert.deepEqual([refused.code, asked], [1, 0], 'a private address');
    await must(registry.dataFolder, 'trust', 'issuer', issuer, '--allow-private-addresses');
    await registry.test();
    assert.ok(asked > 0);
  });

  test('refuses what is no token, and reads standard input', async (t) => {
    const registry = await setUp(t, 'pri_secret', RULE);
    const { code, stderr } = await registry.test();
    assert.equal(code, 1);
    assert.match(stderr, /the token has one part; a signed token has three/);
    assert.doesNotMatch(stderr, /pri_secret/);
    const args = ['trust', 'test', '-', '--audience', AUDIENCE];
    const piped = await run(registry.dataFolder, args, { input: makeToken() });
    assert.equal(piped.code, 0, piped.stderr);
    const missing = await run(registry.dataFolder, ['trust', 'test', '/nowhere/x', '--audience', AUDIENCE]);
    assert.match(missing.stderr, /\/nowhere\/x cannot be read \(ENOENT\)/);
    assert.equal(missing.code, 3);
  });
});

describe('trust issuer', () => {
  const REFUSED: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [['ci.example.com'], /is not a URL/],
    [['http://ci.example.com'], /does not begin with 'https:/],
    [
      [ISSUER, '--jwks-file', '/nowhere/keys.json'],
      /--jwks-file: \/nowhere\/keys\.json cannot be read \(ENOENT\)/,
    ],
    [[ISSUER, '--jwks-file', import.meta.filename], /--jwks-file: the key set in .* is not a JSON object/],
    [[ISSUER, '--ca-file', import.meta.filename], /trust\.test\.ts/],
  ];
  for (const [args, message] of REFUSED)
    test(`refuses ${args.map((arg) => arg.split('/').at(-1)).join(' ')}`, async (t) => {
      const dataFolder = await makeRegistry(t);
      const { code, stderr } = await run(dataFolder, ['trust', 'issuer', ...args]);
      assert.notEqual(code, 0);
      assert.match(stderr, message);
    });

  test('is shown with its rules, and can be reset', async (t) => {
    const dataFolder = await makeRegistry(t);
    await must(dataFolder, 'trust', 'add', 'oidc', 'job', '--issuer', ISSUER, '--scope', '@acme');
    await must(dataFolder, 'trust', 'issuer', ISSUER, '--allow-private-addresses');
    assert.match(await must(dataFolder, 'trust', 'list'), /\(oidc\); may have a private address\n/);
    assert.match(
      await must(dataFolder, 'trust', 'issuer', ISSUER),
      /requested from it, with the usual certificate authorities, at public addresses only/,
    );
    assert.doesNotMatch(await must(dataFolder, 'trust', 'list'), /private address/);
  });
});
