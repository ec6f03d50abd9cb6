// `prime config`: effective settings, their sources, and changes of both files.
import assert from 'node:assert/strict';
import { mkdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { createPrimeUser } from '@prime-registry/testkit';
import { listFiles, readFiles } from '../../project-files.ts';

const A = 'https://a.example';
const B = 'https://b.example';

describe('prime config', () => {
  test('sets, gets and unsets the list and the registries of scopes', async () => {
    await using user = await createPrimeUser();
    const file = join(user.configFolder, 'config.yaml');
    const set = await user.prime(['config', 'set', 'registries', `${A}/`, 'HTTPS://B.example:443']);
    assert.deepEqual([set.code, set.stdout], [0, `registries is set in ${file}\n`]);
    await user.prime(['config', 'set', '@acme', B]);
    assert.equal(await readFile(file, 'utf8'), `registries:\n  - ${A}\n  - ${B}\nscopes:\n  "@acme": ${B}\n`);
    assert.equal((await user.prime(['config', 'get', 'registries'])).stdout, `${A}\n${B}\n`);
    assert.equal((await user.prime(['config', 'get', '@acme'])).stdout, `${B}\n`);

    const unset = await user.prime(['config', 'unset', '@acme', '--json']);
    assert.deepEqual(JSON.parse(unset.stdout), { action: 'unset', key: '@acme', file, changed: true });
    const again = await user.prime(['config', 'unset', '@acme']);
    assert.deepEqual([again.code, again.stdout], [0, `@acme was not set in ${file}\n`]);
    const absent = await user.prime(['config', 'get', '@acme', '--json']);
    assert.equal(absent.code, 1);
    assert.deepEqual(JSON.parse(absent.stdout), { action: 'get', key: '@acme', value: null, from: null });
    assert.deepEqual(await listFiles(user.project), []);
  });

  test('changes the file of the project with --for-project, keeps its comments, and leaves no other files', async () => {
    await using user = await createPrimeUser();
    await mkdir(join(user.project, '.primes'));
    const file = join(user.project, '.primes', 'config.yaml');
    await writeFile(file, `# Of the team.\nregistries: # in this order\n  - ${A} # ours\n`);
    assert.equal((await user.prime(['config', 'set', '@acme', B, '--for-project'])).code, 0);
    await user.prime(['config', 'set', 'registries', B, A, '--for-project']);
    const text = await readFile(file, 'utf8');
    for (const comment of ['# Of the team.', '# in this order', `- ${A} # ours`]) {
      assert.ok(text.includes(comment), text);
    }
    assert.match(text, /"@acme": https:\/\/b\.example\n/);
    assert.deepEqual(await listFiles(user.project), ['.primes/config.yaml']);
    assert.deepEqual(await listFiles(user.configFolder), []);
    const elsewhere = await user.prime(['config', 'get', '@acme'], { folder: tmpdir() });
    assert.equal(elsewhere.code, 1);
    const shown = await user.prime(['config', 'get', '@acme', '--project', user.project], {
      folder: tmpdir(),
    });
    assert.equal(shown.stdout, `${B}\n`);
  });

  const hasLinks = process.platform !== 'win32';
  test('writes through no link of a checkout, but through one of your own', { skip: !hasLinks }, async () => {
    for (const linked of ['.primes', '.primes/config.yaml']) {
      await using user = await createPrimeUser();
      const outside = join(user.project, '..', 'out');
      await mkdir(outside);
      if (linked === '.primes') await symlink('../out', join(user.project, linked));
      else {
        await mkdir(join(user.project, '.primes'));
        await writeFile(join(outside, 'u.yaml'), '');
        await symlink('../../out/u.yaml', join(user.project, linked));
      }
      const before = await readFiles(outside);
      const { code, stderr } = await user.prime(['config', 'set', '@acme', A, '--for-project']);
      assert.equal(code, 2, stderr);
      assert.ok(stderr.startsWith(`error: ${join(user.project, linked)} is a symbolic link`), stderr);
      assert.deepEqual(await readFiles(outside), before);

      await mkdir(user.configFolder);
      await symlink('../out/dotfile.yaml', join(user.configFolder, 'config.yaml'));
      await writeFile(join(outside, 'dotfile.yaml'), '# mine\n');
      assert.equal((await user.prime(['config', 'set', '@acme', A])).code, 0);
      assert.equal(await readlink(join(user.configFolder, 'config.yaml')), '../out/dotfile.yaml');
      assert.match(await readFile(join(outside, 'dotfile.yaml'), 'utf8'), /^# mine\n.*"@acme"/s);
    }
  });

  test('lists effective settings and sources, and of tokens only that they exist', async () => {
    await using user = await createPrimeUser();
    await user.prime(['config', 'set', 'registries', A]);
    await user.prime(['config', 'set', '@mine', A]);
    await user.prime(['config', 'set', 'registries', A, B, '--for-project']);
    await user.prime(['config', 'set', '@team', B, '--for-project']);
    await writeFile(join(user.configFolder, 'credentials.yaml'), `${B}: hunter2\n`, { mode: 0o600 });
    const environment = { PRIME_REGISTRY_TOKEN: 'hunter3' };
    const { stdout, stderr } = await user.prime(['config', 'list', '--json', '--verbose'], { environment });
    const files = {
      user: join(user.configFolder, 'config.yaml'),
      project: join(user.project, '.primes', 'config.yaml'),
    };
    assert.deepEqual(JSON.parse(stdout), {
      action: 'list',
      registries: [
        { registry: A, token: 'environment' },
        { registry: B, token: 'stored' },
      ],
      registries_from: 'project',
      choices: [
        { key: 'fallback', value: 'version', from: null },
        { key: 'not-found-pages', value: 'refuse', from: null },
        { key: 'sign', value: 'on-request', from: null },
      ],
      limits: [
        { key: 'max-tarball', value: '1GiB', from: null },
        { key: 'max-unpacked', value: '4GiB', from: null },
        { key: 'max-entries', value: '100000', from: null },
      ],
      scopes: [
        { scope: '@team', registry: B, from: 'project', token: 'stored' },
        { scope: '@mine', registry: A, from: 'user', token: 'environment' },
      ],
      files,
    });
    const shown = await user.prime(['config', 'list'], { environment: { PRIME_REGISTRY: B } });
    assert.equal(
      shown.stdout,
      [
        `  registry  ${B}  token: stored  PRIME_REGISTRY`,
        `  @team     ${B}  token: stored  the project's file`,
        `  @mine     ${A}  no token       your own file`,
        '',
        `Your own file:       ${files.user}`,
        `The project's file:  ${files.project}\n`,
      ].join('\n'),
    );
    assert.doesNotMatch(`${stdout}${stderr}${shown.stdout}${shown.stderr}`, /hunter/);
  });

  test('reports a correction, and changes nothing', async () => {
    await using user = await createPrimeUser();
    const cases: readonly (readonly [args: string[], says: RegExp])[] = [
      [[], /<list\|get\|set\|unset> is missing/],
      [['show'], /'show' is not one of list, get, set and unset/],
      [['list', 'x'], /'x' is one argument too many/],
      [['get'], /<key> is missing/],
      [
        ['get', 'registry'],
        /there is no setting 'registry'; use 'registries', 'cafile', 'log-policy', 'signing-key', 'signers.@acme', a scope such as '@acme', 'fallback' or 'not-found-pages'/,
      ],
      [['get', '@Acme'], /write it in lower case: 'acme'/],
      [['get', 'registries', 'x'], /'x' is one argument too many/],
      [['set', 'registries'], /takes one or more URLs/],
      [['set', 'registries', A, 'b.example'], /registries: 'b\.example' is not a URL/],
      [['set', '@acme'], /@acme takes one URL, its only registry/],
      [['set', '@acme', A, B], /@acme takes one URL/],
      [['set', '@acme', 'https://ada:hunter2@a.example'], /user name or a password/],
      [['unset', 'registries', A], /one argument too many/],
      [['list', '--for-project'], /--for-project is only for 'set' and 'unset'/],
    ];
    for (const [args, says] of cases) {
      const { code, stderr } = await user.prime(['config', ...args]);
      assert.equal(code, 3, `${args.join(' ')} ${stderr}`);
      assert.match(stderr, says);
      assert.doesNotMatch(stderr, /hunter2/);
    }
    assert.deepEqual([...(await listFiles(user.configFolder)), ...(await listFiles(user.project))], []);
  });

  test('reports every mistake in a file with its line, and does not change that file', async () => {
    await using user = await createPrimeUser();
    await mkdir(user.configFolder);
    const file = join(user.configFolder, 'config.yaml');
    const text = `registries:\n  - ${A}\n  - nonsense\nscope:\n  "@acme": ${B}\n`;
    await writeFile(file, text);
    for (const args of [['list'], ['get', '@acme'], ['set', '@acme', B], ['unset', 'registries']]) {
      const { code, stderr } = await user.prime(['config', ...args]);
      assert.equal(code, 2, args.join(' '));
      assert.ok(stderr.startsWith(`error: ${file} is not valid\n`), stderr);
      assert.match(stderr, /registries\[1\] +'nonsense' is not a URL.* \(line 3, column 5\)/);
      assert.match(stderr, /'scope' +is not a key of these settings.* \(line 4, column 1\)/);
    }
    assert.equal(await readFile(file, 'utf8'), text);
  });
});
