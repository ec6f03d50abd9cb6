// What verify finds: every kind of damage, with the affected versions, and nothing in an intact registry.
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { serveHere } from '../temporary-registry.ts';
import { blobPath, damage, must, parseLines, publishMany, run, tarballOf } from './on-data.ts';

test('an intact registry passes during publishes', async (t) => {
  const registry = await serveHere(t);
  const publishing = publishMany(registry, 60);
  const verify = () => run(registry.dataFolder, ['verify'], { isRace: true });
  const results = [await verify(), await verify()];
  await publishing;
  for (const { code, stdout, stderr } of results) {
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, /all is well\.\n$/);
    assert.equal(stderr, '', 'progress is for terminals');
  }
  assert.match(
    await must(registry.dataFolder, 'verify'),
    /^Checked 60 versions, 60 tarballs, .+: all is well\.\n$/,
  );
});

test('every fault is reported with its versions, and the exit code is 2', async (t) => {
  const { dataFolder, admin } = await serveHere(t);
  const digests: Record<string, string> = {};
  for (const kind of ['missing', 'damaged', 'wrong-size', 'unreadable', 'good']) {
    const { sha256 } = await admin.mustPublish({ name: `@acme/${kind}`, tarball: tarballOf(kind) });
    digests[kind] = sha256;
  }
  await admin.mustPublish({ name: '@acme/same', version: '2.0.0', tarball: tarballOf('damaged') });
  const at = (kind: string): string => blobPath(dataFolder, digests[kind] ?? '');
  await rm(at('missing'));
  await damage(at('damaged'), tarballOf('damaged'));
  await truncate(at('wrong-size'), 10);
  const size = (await readFile(at('unreadable'))).length;
  await rm(at('unreadable'));
  await symlink('x'.repeat(size), at('unreadable'));
  const litter = 'ab'.repeat(32);
  await mkdir(dirname(blobPath(dataFolder, litter)), { recursive: true });
  await writeFile(blobPath(dataFolder, litter), 'nobody needs it');
  await writeFile(join(dataFolder, 'blobs', 'sha256', 'notes.txt'), 'what is this');

  const { code, stdout } = await run(dataFolder, ['verify', '--json']);
  assert.equal(code, 2);
  const lines = parseLines(stdout);
  const summary = lines.pop();
  assert.deepEqual(
    [summary.kind, summary.ok, summary.versions, summary.blobs, summary.faults, summary.unreferenced],
    ['summary', false, 6, 5, 4, 1],
  );
  const found = new Map(lines.map((line) => [line.kind, line]));
  assert.deepEqual(
    [...found.keys()].toSorted(),
    ['damaged', 'missing', 'stranger', 'unreferenced', 'unreadable', 'wrong-size'].toSorted(),
  );
  for (const kind of ['missing', 'wrong-size']) {
    assert.equal(found.get(kind).sha256, digests[kind]);
    assert.deepEqual(found.get(kind).versions, [{ name: `@acme/${kind}`, version: '1.0.0' }]);
  }
  assert.deepEqual(found.get('damaged').versions, [
    { name: '@acme/damaged', version: '1.0.0' },
    { name: '@acme/same', version: '2.0.0' },
  ]);
  assert.deepEqual(found.get('unreferenced'), { kind: 'unreferenced', sha256: litter, size_bytes: 15 });
  assert.match(found.get('stranger').path, /notes\.txt$/);
  assert.match(found.get('unreadable').message, /^cannot be read: /);

  const human = await run(dataFolder, ['verify']);
  assert.equal(human.code, 2);
  assert.match(
    human.stdout,
    new RegExp(
      `^damaged: @acme/damaged 1\\.0\\.0, @acme/same 2\\.0\\.0: tarball ${digests.damaged} has the digest [0-9a-f]{64}$`,
      'm',
    ),
  );
  assert.match(
    human.stdout,
    /^wrong-size: @acme\/wrong-size 1\.0\.0: tarball [0-9a-f]{64} has 10 bytes instead of \d+$/m,
  );
  assert.match(
    human.stdout,
    /: 4 faults\. 1 tarball \(15 B\) needed by no version: 'prime-registry gc' removes them\.\n$/,
  );
});

test('a damaged database is a fault', async (t) => {
  const { dataFolder, admin, stop } = await serveHere(t);
  await admin.mustPublish();
  await stop();
  const database = new DatabaseSync(join(dataFolder, 'registry.sqlite'));
  database.exec(
    'pragma foreign_keys = off; delete from search_entries; delete from primes; pragma wal_checkpoint(truncate)',
  );
  database.close();
  const { code, stdout } = await run(dataFolder, ['verify']);
  assert.equal(code, 2, stdout);
  assert.match(stdout, /^database: row 1 of versions has no row in primes$/m);
});
