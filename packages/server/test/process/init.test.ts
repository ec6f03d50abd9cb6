// A new registry: what makes one, and what refuses to, so that a wrong folder is noticed.
import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { runCommand } from '@prime-registry/testkit';
import { ADMIN_TOKEN, makeFolder, makeRegistry, start } from './temporary-registry.ts';

describe('init', () => {
  test('makes the folder, the database and one admin token; the first start then prints none', async (t) => {
    const dataFolder = join(await makeFolder(t), 'a/b');
    const { code, stdout, stderr } = await runCommand(['init', '--data', dataFolder]);
    assert.equal(code, 0);
    assert.match(stdout, /^pri_\w{38}\n$/, 'nothing but the token, for scripts');
    assert.match(
      stderr,
      /^Created a new registry in \/.*\/a\/b\.\nAdmin token [0-9a-f]{12}; it cannot be shown again\.\n$/,
    );
    const registry = await start(t, { dataFolder, environment: { PRIME_REGISTRY_TOKEN: '' } });
    assert.equal((await registry.actorWith(stdout.trimEnd()).publish()).status, 201);
    assert.equal(registry.stdout().split('\n').length, 2, 'only the address');
    assert.doesNotMatch(registry.stdout() + registry.stderr(), /pri_/);
  });

  test('of a registry with tokens is refused, and changes nothing', async (t) => {
    const dataFolder = await makeFolder(t);
    const flags = ['--data', dataFolder];
    assert.equal((await runCommand(['init', ...flags])).code, 0);
    const before = await runCommand(['token', 'list', ...flags]);
    const { code, stdout, stderr } = await runCommand(['init', ...flags]);
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.match(
      stderr,
      /^prime-registry: there is a registry in \/.* already, with 1 token; 'prime-registry tok/,
    );
    assert.deepEqual(await runCommand(['token', 'list', ...flags]), before);
  });

  test('several times at the same time makes one admin token, and the others say so', async (t) => {
    const dataFolder = await makeFolder(t);
    const runs = await Promise.all([1, 2, 3].map(() => runCommand(['init', '--data', dataFolder])));
    const won = runs.filter(({ code }) => code === 0);
    assert.equal(won.length, 1, JSON.stringify(runs));
    for (const { code, stdout, stderr } of runs.filter((run) => run !== won[0])) {
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, /there is a registry in \/.* already, with 1 token/);
    }
    const list = (await runCommand(['token', 'list', '--json', '--data', dataFolder])).stdout;
    assert.equal(list.trim().split('\n').length, 1, list);
  });

  test('makes no token next to that of the environment, and the missing one of a registry without', async (t) => {
    const dataFolder = await makeFolder(t);
    const flags = ['--data', dataFolder];
    const first = await runCommand(['init', ...flags], { PRIME_REGISTRY_TOKEN: ADMIN_TOKEN });
    assert.deepEqual([first.code, first.stdout], [0, '']);
    assert.match(first.stderr, /accepts PRIME_REGISTRY_TOKEN, so no token was created\.\n$/);
    assert.equal((await runCommand(['token', 'list', ...flags])).stdout, 'There are no tokens.\n');
    const second = JSON.parse((await runCommand(['init', '--json', ...flags])).stdout);
    assert.deepEqual([second.name, second.permissions, second.scopes], ['first', ['admin'], ['*']]);
    assert.match(second.token, /^pri_/);
  });
});

test('PRIME_TOKEN is not the token of the registry, and its operator is told which variable is', async (t) => {
  const warning = /PRIME_TOKEN is not read: the token of the registry is PRIME_REGISTRY_TOKEN/;
  const dataFolder = await makeFolder(t);
  const habit = { PRIME_TOKEN: 'the-token-of-a-habit' };
  const { stderr } = await runCommand(['init', '--data', dataFolder], habit);
  assert.match(stderr, warning);
  const registry = await start(t, { dataFolder, environment: { ...habit, PRIME_REGISTRY_TOKEN: '' } });
  assert.match(registry.stderr(), warning);
  assert.ok(!`${stderr}${registry.stderr()}`.includes(habit.PRIME_TOKEN));
  const right = await runCommand(['init', '--data', dataFolder], { ...habit, PRIME_REGISTRY_TOKEN: 'x' });
  assert.doesNotMatch(right.stderr, warning);
});

describe('a command in a folder without a registry', () => {
  const commands = [
    ...[
      ['token', 'list'],
      ['token', 'create', '--name', 'a', '--scope', '*'],
      ['token', 'revoke', 'x'],
    ],
    ...[['token', 'rotate', 'x'], ['audit'], ['verify'], ['gc'], ['export', '-'], ['index'], ['migrate']],
    ...[
      ['migrate', '--dry-run'],
      ['backup', '/nowhere'],
      ['lost-versions', 'find'],
      ['lost-versions', 'list'],
    ],
    ...[
      ['lost-versions', 'settle'],
      ['mirror', 'status'],
      ['mirror', 'rebind', '@acme/x', '--dry-run'],
    ],
    ['mirror', 'sync', 'http://127.0.0.1:9', '--upstreams', 'http://127.0.0.1:9'],
    ['remove', '@acme/x@1.0.0', '--category', 'secret'],
  ];
  for (const command of commands) {
    test(`${command.slice(0, 3).join(' ')} says where it looked, and makes nothing`, async (t) => {
      const folder = await makeFolder(t);
      const missing = join(folder, 'missing');
      const { code, stdout, stderr } = await runCommand([...command, '--data', missing]);
      assert.deepEqual({ code, stdout }, { code: 2, stdout: '' }, stderr);
      assert.match(
        stderr,
        /^prime-registry: data: there is no registry in \/.+\/missing: there is no such folder; give the folder of yours with --data, or make a new registry first, with 'prime-registry init' or by starting it\n$/,
      );
      assert.deepEqual(await readdir(folder), []);
    });
  }

  test('also if another program made the folder, or an empty file', async (t) => {
    const folder = await makeFolder(t);
    const list = async (): Promise<string> => (await runCommand(['token', 'list', '--data', folder])).stderr;
    assert.match(await list(), /there is no registry\.sqlite in it; give/);
    await writeFile(join(folder, 'registry.sqlite'), '');
    assert.match(await list(), /its registry\.sqlite is empty; give/);
    assert.deepEqual(await readdir(folder), ['registry.sqlite']);
  });

  test('an unfinished restore stops them, too', async (t) => {
    const dataFolder = await makeRegistry(t);
    await writeFile(join(dataFolder, 'unfinished-restore'), '');
    const { code, stderr } = await runCommand(['token', 'list', '--data', dataFolder]);
    assert.equal(code, 2);
    assert.match(stderr, /a restore into .* is unfinished; run it again/);
  });
});
