// Tokens are issued and revoked on the command line, while a server runs on the same data folder.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type CommandResult, eventually, runCommand } from '@prime-registry/testkit';
import { makeRegistry, serveHere, start } from './temporary-registry.ts';

interface ListedToken {
  readonly id: string;
  readonly name: string;
  readonly status: string;
}

/** Runs `prime-registry token …` on the folder; it must succeed. */
async function token(dataFolder: string, ...args: string[]): Promise<CommandResult> {
  const result = await runCommand(['token', ...args, '--data', dataFolder]);
  assert.equal(result.code, 0, result.stderr);
  return result;
}

async function list(dataFolder: string): Promise<ListedToken[]> {
  const { stdout } = await token(dataFolder, 'list', '--json');
  return stdout
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

describe('next to a running server', () => {
  test('a token works at once, for its permissions, until it is revoked', async (t) => {
    const { dataFolder, actorWith } = await serveHere(t);
    const created = await token(dataFolder, 'create', '--name', 'ci of web-style', '--scope', '@acme');
    assert.match(created.stdout, /^pri_\w{38}\n$/, 'nothing but the token, for scripts');
    const id = /^Token ([0-9a-f]{12}); it cannot be shown again\.\n$/.exec(created.stderr)?.[1] ?? '';
    const author = actorWith(created.stdout.trimEnd());
    assert.equal((await author.publish()).status, 201);
    assert.equal((await author.publish({ name: '@other/prime' })).json.code, 'scope_not_allowed');
    assert.equal((await author.yank('@acme/web-style', '1.0.0')).json.code, 'permission_missing');

    const revoked = await token(dataFolder, 'revoke', id);
    assert.equal(revoked.stdout, `Token ${id} (ci of web-style) is revoked.\n`);
    assert.equal((await author.publish({ version: '1.0.1' })).status, 401);
    assert.deepEqual(await token(dataFolder, 'revoke', id), revoked, 'again changes nothing');
  });

  test('every requested permission and scope is granted, and no other', async (t) => {
    const { dataFolder, actorWith, stdout } = await start(t, {
      flags: ['--private'],
      environment: { PRIME_REGISTRY_TOKEN: '' },
    });
    // There is none in the environment.
    await eventually(() => assert.match(stdout(), /Admin token/));
    const permissions = ['yank', 'read'].flatMap((word) => ['--permission', word]);
    const args = ['--name', 'a', '--scope', '@acme', '--scope', '@other', ...permissions, '--json'];
    const created = await token(dataFolder, 'create', ...args);
    assert.equal(created.stderr, '');
    const { token: secret, id, created_at, ...rest } = JSON.parse(created.stdout);
    assert.deepEqual(rest, {
      name: 'a',
      permissions: ['yank', 'read'],
      scopes: ['@acme', '@other'],
      expires_at: null,
      revoked_at: null,
      last_used_at: null,
      status: 'active',
    });
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const actor = actorWith(secret);
    assert.equal((await actor.get('/search?q=x')).status, 200);
    assert.equal((await actor.publish()).json.code, 'permission_missing');
    assert.equal((await actor.yank('@other/none', '1.0.0')).json.code, 'prime_not_found');
    const [first, second, ...others] = await list(dataFolder);
    assert.deepEqual([first?.name, first?.status, second?.id, others], ['first', 'active', id, []]);
  });

  test('an expired token is refused', async (t) => {
    const { dataFolder, actorWith } = await serveHere(t);
    const { stdout } = await token(
      dataFolder,
      'create',
      '--name',
      'short',
      '--scope',
      '*',
      '--expires',
      '1ms',
    );
    await eventually(async () => {
      const answer = await actorWith(stdout.trimEnd()).publish();
      assert.equal(answer.status, 401);
      assert.match(answer.json.detail, /has expired/);
    });
    assert.deepEqual(
      (await list(dataFolder)).map(({ status }) => status),
      ['expired'],
    );
    const later = await token(
      dataFolder,
      'create',
      '--name',
      'long',
      '--scope',
      '*',
      '--expires',
      '90d',
      '--json',
    );
    const { expires_at, created_at } = JSON.parse(later.stdout);
    assert.equal(Math.round((Date.parse(expires_at) - Date.parse(created_at)) / 86_400_000), 90);
  });

  test('migrate has nothing to do, and disturbs nothing', async (t) => {
    const { dataFolder, admin } = await serveHere(t);
    const publishing = admin.publish();
    const { code, stdout } = await runCommand(['migrate', '--data', dataFolder], {}, { isRace: true });
    assert.deepEqual({ code, stdout }, { code: 0, stdout: 'The database is up to date.\n' });
    assert.equal((await publishing).status, 201);
  });
});

describe('rotating a token', () => {
  test('both are valid until the overlap ends; the new one has the same permissions', async (t) => {
    const { dataFolder, actorWith } = await serveHere(t);
    const made = await token(
      dataFolder,
      'create',
      '--name',
      'ci',
      '--scope',
      '@acme',
      '--expires',
      '90d',
      '--json',
    );
    const { id, token: old } = JSON.parse(made.stdout);
    const { stdout, stderr } = await token(dataFolder, 'rotate', id);
    assert.match(stdout, /^pri_\w{38}\n$/);
    assert.match(stderr, new RegExp(`^Token [0-9a-f]{12} replaces ${id}, which ends at 20.*Z; it cannot`));
    for (const [index, secret] of [old, stdout.trimEnd()].entries()) {
      assert.equal((await actorWith(secret).publish({ version: `1.0.${index}` })).status, 201);
      assert.equal((await actorWith(secret).publish({ name: '@other/x' })).json.code, 'scope_not_allowed');
    }
    const [first, second] = (await list(dataFolder)) as unknown as Record<string, string>[];
    const days = (token: Record<string, string> = {}) =>
      Math.round((Date.parse(token.expires_at ?? '') - Date.parse(token.created_at ?? '')) / 86_400_000);
    assert.deepEqual([first?.id, days(first), days(second)], [id, 7, 90]);
    assert.deepEqual([second?.name, second?.status, first?.status], ['ci', 'active', 'active']);
  });

  test('--overlap 0 ends the old one at once; an invalid one is not rotated', async (t) => {
    const { dataFolder, actorWith } = await serveHere(t);
    const made = await token(dataFolder, 'create', '--name', 'ci', '--scope', '@acme', '--json');
    const { id, token: old } = JSON.parse(made.stdout);
    const rotated = await token(dataFolder, 'rotate', id, '--overlap', '0', '--expires', '12h', '--json');
    const report = JSON.parse(rotated.stdout);
    assert.deepEqual([report.replaces, report.name, report.status], [id, 'ci', 'active']);
    assert.equal((await actorWith(old).publish()).status, 401);
    assert.equal((await actorWith(report.token).publish()).status, 201);
    const rotate = (...args: string[]) => runCommand(['token', 'rotate', ...args, '--data', dataFolder]);
    const again = await rotate(id);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /has expired and cannot be rotated/);
    await token(dataFolder, 'revoke', report.id);
    assert.match((await rotate(report.id)).stderr, /was revoked and cannot be rotated/);
    assert.match((await rotate('0123456789ab')).stderr, /there is no token 0123456789ab/);
    assert.equal((await rotate(id, '--overlap', 'soon')).code, 3);
    assert.equal((await rotate()).code, 3);
    assert.equal((await list(dataFolder)).length, 2, 'nothing was created');
  });
});

describe('without a server', () => {
  test('the list shows everything about a token except its secret', async (t) => {
    const dataFolder = await makeRegistry(t);
    const secrets: string[] = [];
    for (const args of [
      ['--name', 'ci of acme', '--scope', '@acme', '--permission', 'publish', '--permission', 'yank'],
      ['--name', 'a reader', '--permission', 'read', '--expires', '1h'],
    ]) {
      secrets.push((await token(dataFolder, 'create', ...args)).stdout.trimEnd());
    }
    const [first] = await list(dataFolder);
    await token(dataFolder, 'revoke', first?.id ?? '');
    const table = (await token(dataFolder, 'list')).stdout;
    const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`;
    const rows = [
      /^ID +STATUS +CREATED +EXPIRES +LAST USED +PERMISSIONS +SCOPES +NAME$/,
      new RegExp(`^${first?.id} +revoked +${time} +never +never +publish,yank +@acme +ci of acme$`),
      new RegExp(`^[0-9a-f]{12} +active +${time} +${time} +never +read +- +a reader$`),
    ];
    const lines = table.trimEnd().split('\n');
    assert.equal(lines.length, rows.length);
    for (const [index, row] of rows.entries()) assert.match(lines[index] ?? '', row);
    const json = (await token(dataFolder, 'list', '--json')).stdout;
    for (const secret of secrets) assert.ok(!`${table}${json}`.includes(secret.slice(4, 20)));
  });

  const refused: [args: string[], message: RegExp][] = [
    [['create', '--scope', '@acme'], /^prime-registry: --name is needed: 1 to 100 characters/],
    [['create', '--name', ' ', '--scope', '@acme'], /--name is needed/],
    [['create', '--name', 'x'.repeat(101), '--scope', '@acme'], /--name is needed/],
    [['create', '--name', 'a\nb', '--scope', '@acme'], /--name is needed/],
    [
      ['create', '--name', 'a'],
      /--scope is needed: a scope that the token may write to, such as @acme, or '\*'/,
    ],
    [['create', '--name', 'a', '--scope', 'acme'], /--scope: .*@acme/],
    [['create', '--name', 'a', '--scope', '@Acme'], /--scope: /],
    [['create', '--name', 'a', '--scope', '@acme/web'], /--scope: /],
    [
      ['create', '--name', 'a', '--scope', '*', '--permission', 'write'],
      /--permission: 'write' is unknown; use one of .*publish, /,
    ],
    [
      ['create', '--name', 'a', '--scope', '*', '--expires', 'tomorrow'],
      /--expires: 'tomorrow' is not a duration; use 12h, 90d/,
    ],
  ];
  for (const [args, message] of refused) {
    test(`token ${JSON.stringify(args)} is refused with exit code 3`, async (t) => {
      const dataFolder = await makeRegistry(t);
      const { code, stdout, stderr } = await runCommand(['token', ...args, '--data', dataFolder]);
      assert.equal(code, 3);
      assert.equal(stdout, '');
      assert.match(stderr, message);
      assert.match(stderr, /\nRun 'prime-registry token create --help' for details\.\n$/);
      assert.doesNotMatch(stderr, /^\s+at /m);
    });
  }

  test('a token that does not exist cannot be revoked', async (t) => {
    const dataFolder = await makeRegistry(t);
    const { code, stdout, stderr } = await runCommand(['token', 'revoke', 'abc', '--data', dataFolder]);
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.equal(stderr, "prime-registry: there is no token abc; 'prime-registry token list' shows them\n");
  });
});
