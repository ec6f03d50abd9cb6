// An older database next to newer tarballs, put there without a command of the registry: it is noticed, and what
// was published since does not change.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { buildTarball, eventually, expectProblem, manifestText } from '@prime-registry/testkit';
import { makeFolder, serveHere, start } from '../temporary-registry.ts';
import { blobPath, damage, must, parseLines, run, tarballOf } from './on-data.ts';

const NAME = '@acme/web-style';

/** A tarball that says which version it is. */
function packed(version: string): Buffer {
  return buildTarball({ 'pack.yaml': manifestText({ version }), 'README.md': `packed for ${version}` });
}

async function publish(t: TestContext, dataFolder: string, tarballs: Readonly<Record<string, Buffer>>) {
  const { admin, stop } = await serveHere(t, { dataFolder });
  for (const [version, tarball] of Object.entries(tarballs)) await admin.mustPublish({ version, tarball });
  await stop();
}

/** Replaces the database by a file. */
async function replaceDatabase(dataFolder: string, file: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm'])
    await rm(join(dataFolder, `registry.sqlite${suffix}`), { force: true });
  await cp(file, join(dataFolder, 'registry.sqlite'));
}

/** A registry whose database has 1.0.0, and lacks these. */
async function makeOlder(t: TestContext, lost: Readonly<Record<string, Buffer>>): Promise<string> {
  const dataFolder = await makeFolder(t);
  await publish(t, dataFolder, { '1.0.0': tarballOf('first') });
  const older = join(await makeFolder(t), 'older.sqlite');
  await cp(join(dataFolder, 'registry.sqlite'), older);
  await publish(t, dataFolder, lost);
  await replaceDatabase(dataFolder, older);
  return dataFolder;
}

function warningsOf(log: string) {
  return parseLines(log).filter(({ level, msg }) => level === 40 && /lacks versions/.test(msg));
}

test('an older database is noticed; lost versions are found, and taken only with the same bytes', async (t) => {
  const lost = { '1.1.0': packed('1.1.0'), '2.0.0': tarballOf('without pack.yaml') };
  const dataFolder = await makeOlder(t, lost);

  const { admin, anonymous, stderr, end } = await start(t, { dataFolder, flags: ['--workers', '2'] });
  const missing = [`${NAME} 2.0.0`, `${NAME} 1.1.0`];
  await eventually(() => assert.equal(warningsOf(stderr()).length, 2, 'each process warns'));
  assert.deepEqual(warningsOf(stderr())[0].missing, missing);
  assert.equal((await anonymous.get('/-/health/ready')).status, 200);

  assert.match(
    await must(dataFolder, 'verify'),
    /^lost: .*: @acme\/web-style 2\.0\.0, .* 1\.1\.0, and perhaps/m,
  );
  const summary = parseLines(await must(dataFolder, 'verify', '--json')).at(-1);
  assert.deepEqual([summary.ok, summary.lost.versions.length], [true, 2], 'it is no fault');
  const refused = await run(dataFolder, ['gc', '--delete', '--older-than', '1ms']);
  assert.equal(refused.code, 1);
  assert.match(
    refused.stderr,
    /lacks published versions, such as @acme\/web-style 2\.0\.0.*lost-versions find/,
  );

  const found = await must(dataFolder, 'lost-versions', 'find');
  assert.match(found, /^lost: @acme\/web-style 1\.1\.0: tarball /m);
  assert.match(found, /^Found 2 lost versions\. Nothing was changed; use --record/m);
  assert.equal(await must(dataFolder, 'lost-versions', 'list'), '');
  const recorded = parseLines(await must(dataFolder, 'lost-versions', 'find', '--record', '--json'));
  assert.deepEqual(recorded.at(-1), { kind: 'summary', lost: 2, unknown: 0, recorded: 2 });
  assert.match(await must(dataFolder, 'lost-versions', 'find', '--record'), /; 0 newly recorded\./);
  assert.match(await must(dataFolder, 'lost-versions', 'list'), /^[0-9a-f]{64} @acme\/web-style 1\.1\.0$/m);

  expectProblem(await admin.publish({ version: '9.0.0' }), 'log_halted');
  await must(dataFolder, 'log', 'restart', '--reason', 'an older database');
  for (const version of ['1.1.0', '2.0.0+build']) {
    const other = await admin.publish({ version, tarball: tarballOf('something else') });
    assert.match(
      expectProblem(other, 'version_exists').detail,
      /was published before this registry went back/,
    );
  }
  await admin.mustPublish({ version: '1.1.0', tarball: lost['1.1.0'] });
  await admin.mustPublish({ version: '1.2.0', tarball: tarballOf('something else') });
  await end('SIGTERM');

  const again = await serveHere(t, { dataFolder });
  await eventually(() => assert.equal(warningsOf(again.stderr()).length, 1, 'until it is settled'));
  assert.match(await must(dataFolder, 'lost-versions', 'settle'), /^Settled/);
  await again.stop();
  const { stop, stderr: settledLog, admin: author } = await serveHere(t, { dataFolder });
  const other = await author.publish({ version: '2.0.0', tarball: tarballOf('something else') });
  expectProblem(other, 'version_exists');
  await stop();
  assert.deepEqual(warningsOf(settledLog()), []);
  assert.doesNotMatch(await must(dataFolder, 'verify'), /^lost/m);
  assert.match(await must(dataFolder, 'gc', '--delete', '--older-than', '1ms'), /^removed tarball/);
  const audited = parseLines(
    await must(dataFolder, 'audit', '--json', '--action', 'record-lost', '--action', 'settle-lost'),
  );
  assert.deepEqual(audited.map(({ action, version }) => [action, version]).toSorted(), [
    ['record-lost', '1.1.0'],
    ['record-lost', '2.0.0'],
    ['settle-lost', null],
  ]);
});

test('a damaged mark is a fault, and keeps the tarballs, until it is settled', async (t) => {
  const dataFolder = await makeFolder(t);
  await publish(t, dataFolder, { '1.0.0': packed('1.0.0') });
  await writeFile(join(dataFolder, 'blobs', 'published.json'), '{"format": 1');
  const { code, stdout } = await run(dataFolder, ['verify']);
  assert.deepEqual(
    [code, /^mark: .*published\.json .* is damaged.*lost-versions settle.*\nChecked 1/.test(stdout)],
    [2, true],
  );
  const refused = await run(dataFolder, ['gc', '--delete']);
  assert.deepEqual([refused.code, /published\.json .* is damaged/.test(refused.stderr)], [1, true]);
  await must(dataFolder, 'lost-versions', 'settle');
  assert.match(await must(dataFolder, 'verify'), /all is well/);
});

test('a restored backup is settled as well', async (t) => {
  const { dataFolder, admin } = await serveHere(t);
  await admin.mustPublish();
  const [backup, restored] = [await makeFolder(t), join(await makeFolder(t), 'data')];
  await must(dataFolder, 'backup', backup);
  await must(restored, 'restore', backup);
  await must(restored, 'lost-versions', 'settle');
  assert.doesNotMatch(await must(restored, 'verify'), /restored|lost/);
});

test('a tarball whose version cannot be known is named, one of a version that is here is no lost one', async (t) => {
  const dataFolder = await makeOlder(t, { '1.1.0': packed('1.1.0'), '1.2.0': packed('1.2.0') });
  const other = packed('1.0.0');
  const otherPath = blobPath(dataFolder, createHash('sha256').update(other).digest('hex'));
  await mkdir(dirname(otherPath), { recursive: true });
  await writeFile(otherPath, other);
  const digestOf = async (version: string): Promise<string> => {
    const lines = parseLines((await run(dataFolder, ['lost-versions', 'find', '--json'])).stdout);
    return lines.find((line) => line.version === version)?.sha256;
  };
  const path = blobPath(dataFolder, await digestOf('1.1.0'));
  await damage(path, await readFile(path));
  const { code, stdout } = await run(dataFolder, ['lost-versions', 'find', '--record']);
  assert.equal(code, 2);
  assert.match(stdout, /^unknown: tarball [0-9a-f]{64}, .* has the digest /m);
  assert.match(stdout, /^taken: @acme\/web-style 1\.0\.0 is here with another tarball, or was removed: /m);
  assert.match(stdout, /^Found 1 lost version and 1 tarball of an unknown version; 1 newly recorded\.$/m);
});

test('a killed server, an import into a new database and a folder without a mark are no older database', async (t) => {
  const { dataFolder, admin, end } = await start(t);
  await admin.mustPublish({ version: '1.0.0' });
  expectProblem(await admin.publish({ version: '1.0.0', tarball: tarballOf('refused') }), 'version_exists');
  await end('SIGKILL');
  const mark = join(dataFolder, 'blobs', 'published.json');
  await rm(mark, { force: true });

  const restarted = await serveHere(t, { dataFolder });
  await eventually(async () => assert.match(await readFile(mark, 'utf8'), /"1\.0\.0"/));
  await restarted.admin.mustPublish({ version: '1.1.0' });
  await restarted.stop();
  assert.deepEqual(warningsOf(restarted.stderr()), []);
  assert.match(await readFile(mark, 'utf8'), /"1\.1\.0"/);

  const file = join(await makeFolder(t), 'primes.tar');
  await must(dataFolder, 'export', file);
  for (const suffix of ['', '-wal', '-shm'])
    await rm(join(dataFolder, `registry.sqlite${suffix}`), { force: true });
  await must(dataFolder, 'import', file);
  const moved = await serveHere(t, { dataFolder });
  await moved.stop();
  assert.deepEqual(warningsOf(moved.stderr()), []);
  assert.match(await must(dataFolder, 'verify'), /all is well/);
});
