// A registry is moved by an export and imports, which can be repeated.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder, makeRegistry, serveHere, start } from '../temporary-registry.ts';
import {
  blobPath,
  contentsOf,
  damage,
  leftovers,
  must,
  parseLines,
  publishMany,
  run,
  tarballOf,
} from './on-data.ts';

test('everything is exported: times, authors, manifests, READMEs, yanks with their reasons, tokens on request', async (t) => {
  const registry = await serveHere(t);
  const { dataFolder, admin, actorWith } = registry;
  const secret = (await must(dataFolder, 'token', 'create', '--name', 'a', '--scope', '*')).trim();
  const long = `@${'s'.repeat(64)}/${'n'.repeat(64)}`;
  await actorWith(secret).mustPublish({
    name: long,
    version: `1.0.0-${'rc'.repeat(50)}+b.1`,
    extra: 'tags: [ü, "b"]\nrequires:\n  "@acme/core": ^1.2',
  });
  await publishMany(registry, 5);
  await admin.mustPublish({ name: '@acme/copy', tarball: tarballOf('number 1') });
  await admin.mustPublish({ version: '2.0.0-rc.1' });
  await admin.yank('@acme/web-style', '2.0.0-rc.1', { reason: 'wrong “rules”' });
  const file = join(await makeFolder(t), 'primes.tar');
  const exported = await run(dataFolder, ['export', file, '--with-tokens']);
  assert.deepEqual(exported, { code: 0, stdout: '', stderr: 'Exported 8 versions and 1 token.\n' });

  const target = await makeFolder(t);
  const without = await run(await makeFolder(t), ['import', file]);
  assert.equal(without.code, 2);
  assert.match(without.stderr, /^refused: token [0-9a-f]{12} is not imported: with --with-tokens it is/m);
  assert.match(without.stdout, /^Imported 8 versions, .+; 0 tokens, 0 there already, 1 refused\.\n$/);
  const imported = await run(target, ['import', file, '--with-tokens']);
  assert.equal(imported.code, 0, imported.stderr);
  assert.equal(imported.stdout, 'Imported 8 versions, 0 there already; 1 token, 0 there already.\n');
  assert.deepEqual(await contentsOf(target), await contentsOf(dataFolder));
  assert.match(await must(target, 'verify'), /all is well/);
  const again = await serveHere(t, { dataFolder: target });
  assert.equal((await again.actorWith(secret).publish({ name: '@acme/new' })).status, 201);
  const read = await again.anonymous.get('/pack/@acme/web-style/2.0.0-rc.1');
  assert.deepEqual(read.json, (await registry.anonymous.get('/pack/@acme/web-style/2.0.0-rc.1')).json);
  assert.equal((await again.anonymous.get('/search?q=copy')).json.total, 1);
  const { versions } = (await again.anonymous.get(`/pack/${long}`)).json;
  assert.deepEqual(versions[0].requires, { '@acme/core': '^1.2' });
  const told = parseLines(await must(target, 'audit', '--json', '--action', 'import'));
  assert.equal(told.length, 9);
  assert.ok(told.every(({ actor }) => actor.id === 'operator'));
});

test('tokens are exported only on request', async (t) => {
  const { dataFolder, admin } = await serveHere(t);
  await must(dataFolder, 'token', 'create', '--name', 'a', '--scope', '*');
  await admin.mustPublish();
  const file = join(await makeFolder(t), 'x.tar');
  await must(dataFolder, 'export', file);
  const exported = await readFile(file);
  assert.ok(!exported.includes('tokens/') && !exported.includes('secret_sha256'));
  const target = await makeFolder(t);
  assert.equal((await run(target, ['import', '-'], { input: exported })).code, 0);
  assert.equal(await must(target, 'token', 'list'), 'There are no tokens.\n');
});

test('a repeated import skips what is there, and repeats later yanks', async (t) => {
  const { dataFolder, admin } = await serveHere(t);
  await admin.mustPublish({ version: '1.0.0-rc.1' });
  await admin.mustPublish({ version: '1.0.0-rc.2' });
  const [folder, target] = [await makeFolder(t), await makeFolder(t)];
  const [id] =
    (await run(dataFolder, ['token', 'create', '--name', 'a', '--scope', '*'])).stderr.match(
      /[0-9a-f]{12}/,
    ) ?? [];
  await must(dataFolder, 'export', join(folder, 'one.tar'), '--with-tokens');
  await must(target, 'import', join(folder, 'one.tar'), '--with-tokens');
  await admin.yank('@acme/web-style', '1.0.0-rc.1', { reason: 'late' });
  await must(dataFolder, 'token', 'revoke', id ?? '');
  await admin.mustPublish({ version: '1.0.0-rc.3' });
  await must(dataFolder, 'export', join(folder, 'two.tar'), '--with-tokens');
  assert.equal(
    await must(target, 'import', join(folder, 'two.tar')),
    'Imported 1 version, 1 there already, 1 yanked since; 0 tokens, 0 there already, 1 revoked since.\n',
  );
  assert.equal(
    await must(target, 'import', join(folder, 'two.tar')),
    'Imported 0 versions, 3 there already; 0 tokens, 1 there already.\n',
  );
  assert.deepEqual(await contentsOf(target), await contentsOf(dataFolder));
});

test('a different version here is a conflict, and stays unchanged', async (t) => {
  const [from, to] = [await serveHere(t), await serveHere(t)];
  await from.admin.mustPublish({ version: '1.0.0', tarball: tarballOf('theirs') });
  await from.admin.mustPublish({ version: '1.1.0', description: 'theirs', tarball: tarballOf('same') });
  await from.admin.mustPublish({ version: '1.2.0', tarball: tarballOf('new') });
  const mine = await to.admin.mustPublish({ version: '1.0.0', tarball: tarballOf('mine') });
  await to.admin.mustPublish({ version: '1.1.0', description: 'mine', tarball: tarballOf('same') });
  const file = join(await makeFolder(t), 'x.tar');
  await must(from.dataFolder, 'export', file);
  const { code, stdout, stderr } = await run(to.dataFolder, ['import', file]);
  assert.equal(code, 2);
  assert.equal(stdout, 'Imported 1 version, 0 there already, 2 conflicts.\n');
  assert.match(
    stderr,
    new RegExp(
      `^conflict: @acme/web-style 1\\.0\\.0 is not imported: its tarball here has the digest ${mine.sha256}, in the export `,
      'm',
    ),
  );
  assert.match(stderr, /^conflict: @acme\/web-style 1\.1\.0 is not imported: its pack\.yaml here differs/m);
  assert.ok((await to.anonymous.get('/pack/@acme/web-style/1.0.0/tarball')).bytes.equals(tarballOf('mine')));
  assert.equal(
    (await to.anonymous.get('/pack/@acme/web-style')).json.latest,
    '1.2.0',
    'the server sees it at once',
  );
});

test('an export that is cut off or damaged is reported; its complete versions are imported', async (t) => {
  const registry = await serveHere(t);
  await publishMany(registry, 10);
  const folder = await makeFolder(t);
  const file = join(folder, 'x.tar');
  await must(registry.dataFolder, 'export', file);
  const bytes = await readFile(file);
  const target = await makeFolder(t);

  const cut = await run(target, ['import', '-'], { input: bytes.subarray(0, bytes.length / 2) });
  assert.equal(cut.code, 1);
  assert.match(
    cut.stderr,
    /standard input is not a complete export: the archive is cut off.*\. What came before that is imported\.\n$/,
  );
  assert.match(cut.stdout, /^Imported [3-6] versions, 0 there already\.\n$/);
  assert.deepEqual(await leftovers(target), []);

  const tarball = bytes.indexOf(tarballOf('number 9'));
  const bad = Buffer.from(bytes);
  bad[tarball + 20] = (bad[tarball + 20] ?? 0) ^ 1;
  const damaged = await run(target, ['import', '-'], { input: bad });
  assert.equal(damaged.code, 2, damaged.stderr);
  assert.match(
    damaged.stderr,
    /^damaged: @acme\/web-style 1\.9\.0 is not imported: its tarball has the digest /m,
  );
  assert.match(damaged.stdout, /, 1 damaged\.\n$/);
  assert.match(await must(target, 'import', file), /^Imported 1 version, 9 there already\.\n$/);
  assert.match(await must(target, 'verify'), /all is well/);
  assert.deepEqual(await leftovers(target), []);
});

test('an export with a missing file is reported', async (t) => {
  const registry = await serveHere(t);
  await publishMany(registry, 3);
  await must(registry.dataFolder, 'token', 'create', '--name', 'a', '--scope', '*');
  const file = join(await makeFolder(t), 'x.tar');
  await must(registry.dataFolder, 'export', file, '--with-tokens');
  const bytes = await readFile(file);
  for (const [path, message] of [
    ['primes/@acme/web-style/1.1.0/tarball.tar.gz', /it has 2 of 3 versions and 1 of 1 tokens\. What came/],
    ['tokens/', /it has 3 of 3 versions and 0 of 1 tokens\. What came/],
  ] as const) {
    const at = bytes.indexOf(path);
    // The length is in octal digits (POSIX.1-2017, pax, ustar interchange format).
    const sizeBytes = Number.parseInt(bytes.toString('latin1', at + 124, at + 135), 8);
    const end = at + 512 * (1 + Math.ceil(sizeBytes / 512));
    const input = Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)]);
    const { code, stderr } = await run(await makeFolder(t), ['import', '-'], { input });
    assert.equal(code, 1, stderr);
    assert.match(stderr, message);
  }
});

test('a file that is not an export is refused with a reason, and creates nothing', async (t) => {
  const folder = await makeFolder(t);
  const target = await makeRegistry(t);
  await must(target, 'token', 'create', '--name', 'a', '--permission', 'read');
  const inputs: [input: string | Buffer, message: RegExp][] = [
    ['', /the archive is cut off/],
    ['hello', /is not a complete export: /],
    [tarballOf('a Prime is no export'), /is not a complete export: /],
    [Buffer.alloc(1024), /there is no end\.json at its end/],
  ];
  for (const [input, message] of inputs) {
    const { code, stderr } = await run(target, ['import', '-'], { input });
    assert.equal(code, 1);
    assert.match(stderr, message);
  }
  const missing = await run(target, ['import', join(folder, 'missing.tar')]);
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /^prime-registry: .+missing\.tar cannot be read: ENOENT/);
  assert.match(await must(target, 'verify'), /^Checked 0 versions/);
});

test('an export is written completely or not at all, and overwrites nothing', async (t) => {
  const { dataFolder, admin } = await serveHere(t);
  const [good, bad] = [tarballOf('good'), tarballOf('bad')];
  await admin.mustPublish({ version: '1.0.0', tarball: good });
  const { sha256 } = await admin.mustPublish({ version: '2.0.0', tarball: bad });
  await damage(blobPath(dataFolder, sha256), bad);
  const folder = await makeFolder(t);
  const file = join(folder, 'x.tar');
  const left = await run(dataFolder, ['export', file]);
  assert.equal(left.code, 2);
  assert.match(
    left.stderr,
    new RegExp(
      `@acme/web-style 2\\.0\\.0 was left out: its tarball ${sha256} has the digest .+\\nExported 1 version\\.\\n$`,
    ),
  );
  assert.match(await must(await makeFolder(t), 'import', file), /^Imported 1 version, 0 there already\.\n$/);

  await writeFile(file, 'mine');
  const refused = await run(dataFolder, ['export', file]);
  assert.equal(refused.code, 3);
  assert.match(refused.stderr, /x\.tar already exists and is not overwritten/);
  assert.equal(await readFile(file, 'utf8'), 'mine');
  const linked = join(folder, 'linked.tar');
  await symlink(join(folder, 'nowhere.tar'), linked);
  assert.equal((await run(dataFolder, ['export', linked])).code, 3);
  await rm(linked);
  const nowhere = await run(dataFolder, ['export', join(folder, 'missing', 'x.tar')]);
  assert.equal(nowhere.code, 1);
  assert.match(nowhere.stderr, /the export cannot be written to .+: ENOENT/);
  assert.deepEqual(readdirSync(folder), ['x.tar']);
});

test('stopped in the middle, an export leaves nothing, and an import the complete versions', async (t) => {
  const registry = await serveHere(t);
  await publishMany(registry, 300);
  const folder = await makeFolder(t);
  const file = join(folder, 'x.tar');
  const isWriting = (): boolean => readdirSync(folder).some((name) => name.endsWith('.partial'));
  const stopped = await run(registry.dataFolder, ['export', file], {
    killWhen: { signal: 'SIGINT', condition: isWriting },
  });
  assert.equal(stopped.code, 130, stopped.stderr);
  assert.deepEqual(readdirSync(folder), []);
  const killed = await run(registry.dataFolder, ['export', file], {
    killWhen: { signal: 'SIGKILL', condition: isWriting },
  });
  assert.equal(killed.code, null);
  assert.equal(readdirSync(folder).length, 1);
  await must(registry.dataFolder, 'export', file);
  assert.deepEqual(readdirSync(folder), ['x.tar'], 'what the killed one left is removed');

  for (const [signal, code] of [
    ['SIGKILL', null],
    ['SIGINT', 130],
  ] as const) {
    const target = await makeFolder(t);
    const blobs = join(target, 'blobs', 'sha256');
    // Early: the signal may come late.
    const condition = (): boolean => existsSync(blobs) && readdirSync(blobs).length >= 5;
    const broken = await run(target, ['import', file], { killWhen: { signal, condition } });
    assert.equal(broken.code, code, broken.stderr);
    const { stdout } = await run(target, ['verify', '--json']);
    assert.ok(JSON.parse(stdout.trim().split('\n').at(-1) ?? '').ok, stdout);
    assert.match(await must(target, 'import', file), /^Imported \d+ versions, [1-9]\d* there already\.\n$/);
    assert.deepEqual(await contentsOf(target), await contentsOf(registry.dataFolder));
  }
});

test('two imports into a registry with publishes do not disturb each other', async (t) => {
  const [from, to] = [await serveHere(t), await start(t)];
  await publishMany(from, 60);
  const file = join(await makeFolder(t), 'x.tar');
  await must(from.dataFolder, 'export', file);
  const importing = [run(to.dataFolder, ['import', file]), run(to.dataFolder, ['import', file])];
  await Promise.all(
    Array.from({ length: 40 }, (_, number) =>
      to.admin.mustPublish({ name: `@acme/p${number}`, tarball: tarballOf(`number ${number}`) }),
    ),
  );
  let imported = 0;
  for (const { code, stdout, stderr } of await Promise.all(importing)) {
    assert.equal(code, 0, stderr);
    imported += Number(/^Imported (\d+)/.exec(stdout)?.[1]);
  }
  assert.equal(imported, 60, 'each version once');
  assert.match(
    await must(to.dataFolder, 'verify'),
    /^Checked 100 versions, 60 tarballs, .+: all is well\.\n$/,
  );
});
