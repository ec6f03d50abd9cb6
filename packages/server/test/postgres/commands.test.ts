// Operator commands on a registry with PostgreSQL.
import assert from 'node:assert/strict';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { expectProblem, runCommand } from '@prime-registry/testkit';
import { createDatabase, query, sharedPostgres } from '@prime-registry/testkit/postgres';
import { change } from '../lifecycle/changing.ts';
import { mustSync } from '../mirror/sync/syncing.ts';
import { blobPath, parseLines, publishMany } from '../process/data/on-data.ts';
import { makeFolder, serveHere, start } from '../process/temporary-registry.ts';

await sharedPostgres();

const PASSWORD = 'a-password-of-the-test';

/** Runs a command whose output must not contain the password. */
async function run(dataFolder: string, database: string, ...args: string[]) {
  const result = await runCommand([...args, '--data', dataFolder], { PRIME_REGISTRY_DATABASE: database });
  assert.ok(!`${result.stdout}${result.stderr}`.includes(PASSWORD), args.join(' '));
  return result;
}

test('a command on a database without a registry says so, and makes neither tables nor a folder', async (t) => {
  const database = await createDatabase();
  const folder = await makeFolder(t);
  const missing = join(folder, 'missing');
  const outOfTables =
    /^prime-registry: database: there is no registry in this database: it has no tables; give /;
  for (const command of [['token', 'list'], ['verify'], ['migrate', '--dry-run'], ['migrate']]) {
    const { code, stdout, stderr } = await run(missing, database, ...command);
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' }, command.join(' '));
    assert.match(stderr, outOfTables);
  }
  assert.deepEqual(await query(database, "select 1 from pg_tables where schemaname = 'public'"), []);
  assert.deepEqual(await readdir(folder), []);
  const made = await run(missing, database, 'init');
  assert.equal(made.code, 0, made.stderr);
  assert.match(made.stderr, /^Created a new registry in .*, its tables in the database\.\n/);
  await rm(missing, { recursive: true });
  assert.match((await run(missing, database, 'token', 'list')).stdout, / first\n$/);
  assert.deepEqual(await readdir(folder), [], 'a command on another machine makes no folder either');
});

test('tokens, verify, gc, audit, export and import work, and servers see their changes', async (t) => {
  const database = await createDatabase();
  assert.ok(database.includes(PASSWORD));
  const registry = await start(t, { environment: { PRIME_REGISTRY_DATABASE: database } });
  const { dataFolder } = registry;
  await publishMany(registry, 3);
  const must = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(dataFolder, database, ...args);
    assert.equal(code, 0, `${args.join(' ')}: ${stderr}${stdout}`);
    return stdout;
  };

  const secret = (await must('token', 'create', '--name', 'ci', '--scope', '@acme')).trim();
  assert.equal((await registry.actorWith(secret).publish({ version: '2.0.0' })).status, 201);
  assert.match(await must('token', 'list'), /ci/);
  assert.match(await must('verify'), /^Checked 4 versions, 4 tarballs, .*: all is well\.\n$/);
  assert.equal(await must('gc'), 'There is nothing to remove.\n');
  assert.equal(parseLines(await must('audit', '--json', '--action', 'publish')).length, 4);

  const file = join(await makeFolder(t), 'export.tar');
  await must('export', file, '--with-tokens');
  const copy = { folder: await makeFolder(t), database: await createDatabase() };
  const imported = await run(copy.folder, copy.database, 'import', file, '--with-tokens');
  assert.equal(imported.code, 0, imported.stderr);
  assert.match(imported.stdout, /^Imported 4 versions/);
  const onSqlite = await makeFolder(t);
  assert.equal((await runCommand(['import', file, '--with-tokens', '--data', onSqlite])).code, 0);
  const restarted = await serveHere(t, {
    dataFolder: copy.folder,
    environment: { PRIME_REGISTRY_DATABASE: copy.database },
  });
  assert.equal((await restarted.actorWith(secret).publish({ version: '2.1.0' })).status, 201);

  const [version] = await query(database, 'select sha256 from versions order by id limit 1');
  await rm(blobPath(dataFolder, String(version?.sha256)));
  await query(database, "update search_entries set version = '7.7.7'");
  const { code, stdout } = await run(dataFolder, database, 'verify');
  assert.equal(code, 2);
  assert.match(stdout, /missing: @acme\/web-style 1\.\d\.0/);
  assert.match(stdout, /database: search shows Prime 1, which has no such version/);
});

test('backup and restore say in one sentence what to use instead', async (t) => {
  const folder = await makeFolder(t);
  for (const [command, instead] of [
    [
      'backup',
      /with PostgreSQL, back up the database first .* and then the tarballs, or use 'prime-registry export'/,
    ],
    ['restore', /with PostgreSQL, restore the tarballs first .*, or use 'prime-registry import'/],
  ] as const) {
    const { code, stderr } = await run(
      folder,
      'postgres://u:a-password-of-the-test@127.0.0.1:1/x',
      command,
      'there',
    );
    assert.equal(code, 2);
    assert.match(stderr, instead);
  }
});

test('gc keeps a tarball whose publish may be retried', async (t) => {
  const folder = await makeFolder(t);
  const result = await run(folder, await createDatabase(), 'gc', '--delete', '--older-than', '59s');
  assert.deepEqual([result.code, /the minimum is 1m/.test(result.stderr)], [3, true]);
});

test('no message contains the password: a wrong address, a server that does not answer, a wrong database', async (t) => {
  const folder = await makeFolder(t);
  const config = join(folder, 'registry.yaml');
  await writeFile(config, `database: "postgres://u:${PASSWORD}@host:port/x"\n`);
  const wrong = [
    `postgres://u:${PASSWORD}@127.0.0.1:port/x`,
    `postgres://u:${PASSWORD}%zz@127.0.0.1/x`,
    `postgres://u:${PASSWORD}@127.0.0.1`,
    `mysql://u:${PASSWORD}@127.0.0.1/x`,
  ];
  for (const database of wrong) {
    const { code, stderr } = await run(folder, database, 'migrate');
    assert.equal(code, 2, database);
    assert.match(
      stderr,
      /database: the value \(from PRIME_REGISTRY_DATABASE\) is not allowed; use 'sqlite', or/,
    );
  }
  assert.equal((await run(folder, '', 'migrate', '--config', config)).code, 2);
  const unreachable = await run(folder, `postgres://u:${PASSWORD}@127.0.0.1:1/registry`, 'migrate');
  assert.equal(unreachable.code, 1);
  assert.match(
    unreachable.stderr,
    /the database postgres:\/\/127\.0\.0\.1:1\/registry cannot be opened: .*ECONNREFUSED/,
  );
  const absent = (await sharedPostgres()).urlOf('absent');
  assert.match((await run(folder, absent, 'migrate')).stderr, /database "absent" does not exist/);
  assert.equal((await run(folder, absent, 'serve', '--help')).code, 0);
});

test('an upstream is copied next to a server, and so are its later yanks', async (t) => {
  const origin = await serveHere(t, { environment: { PRIME_REGISTRY_ALLOW_STABLE_YANK: 'true' } });
  await publishMany(origin, 5);
  await origin.admin.mustPublish({ name: '@other/a' });
  const environment = { PRIME_REGISTRY_DATABASE: await createDatabase() };
  const mirror = await serveHere(t, { environment });
  const setup = { dataFolder: mirror.dataFolder, upstreams: [{ url: origin.baseUrl }], environment };
  assert.match(await mustSync(setup), /^Copied 6 versions of 2 Primes/);
  const { json } = await mirror.anonymous.get('/-/primes');
  assert.deepEqual(json.primes, [
    { name: '@acme/web-style', latest: '1.4.0', versions: 5, origin: origin.baseUrl },
    { name: '@other/a', latest: '1.0.0', versions: 1, origin: origin.baseUrl },
  ]);
  await origin.admin.yank('@acme/web-style', '1.4.0');
  // Only the Prime that the change feed of the upstream names is read again.
  assert.equal(
    await mustSync(setup),
    'Copied 0 versions of 0 Primes, 0 B, 4 there already, 1 yanked since.\n',
  );
  assert.equal((await mirror.anonymous.get('/pack/@acme/web-style')).json.latest, '1.3.0');
  assert.equal((await mirror.anonymous.get('/pack/@acme/web-style/1.4.0/tarball')).status, 200);
});

test('remove works next to a server, and removed versions move to and from SQLite', async (t) => {
  const database = await createDatabase();
  const registry = await serveHere(t, { environment: { PRIME_REGISTRY_DATABASE: database } });
  const { dataFolder, anonymous, admin } = registry;
  await publishMany(registry, 2);
  const must = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(dataFolder, database, ...args);
    assert.equal(code, 0, `${args.join(' ')}: ${stderr}${stdout}`);
    return stdout;
  };
  const [before, after] = ['before.tar', 'after.tar'].map((file) => join(dataFolder, file));
  await must('export', before ?? '');
  await change(admin, 'PUT', 'channels/beta', { version: '1.0.0' });
  assert.equal((await anonymous.get('/pack/@acme/web-style/1.1.0/tarball')).status, 200);
  assert.match(await must('remove', '@acme/web-style@1.1.0', '--category', 'law'), /^Removed /);
  expectProblem(await anonymous.get('/pack/@acme/web-style/1.1.0/tarball'), 'version_removed_by_law');
  assert.match(await must('verify'), /^Checked 1 version, 1 tarball, .*: all is well\.\n$/);
  await must('export', after ?? '');

  const onSqlite = await makeFolder(t);
  const moved = await runCommand(['import', after ?? '', '--data', onSqlite]);
  const sum =
    'Imported 1 version, 0 there already; 1 removed version, 0 there already; 1 channel, deprecation or new name';
  assert.ok(moved.stdout.startsWith(sum), moved.stdout);
  const back = join(onSqlite, 'back.tar');
  assert.equal((await runCommand(['export', back, '--data', onSqlite])).code, 0);
  assert.match(
    await must('import', back),
    /^Imported 0 versions, 1 there already; 0 removed versions, 1 there already;/,
  );

  assert.match(
    await must('import', before ?? '', '--restore-removed'),
    /^Imported 1 version, 1 there already\.$/m,
  );
  assert.equal((await anonymous.get('/pack/@acme/web-style/1.1.0/tarball')).status, 200);
  assert.match(await must('verify'), /^Checked 2 versions, 2 tarballs, .*: all is well\.\n$/);
});
