// `prime-registry index`: versions without an inventory get one, while servers run.
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { atomFiles, expectProblem } from '@prime-registry/testkit';
import { makeFolder, serveHere } from '../temporary-registry.ts';
import { blobPath, must, run } from './on-data.ts';

test('versions without an inventory get one, once, and others are left alone', async (t) => {
  const { dataFolder, admin } = await serveHere(t);
  const [alpha, beta] = [{ id: '@acme/alpha' }, { id: '@acme/beta' }];
  for (const version of ['1.0.0', '1.1.0', '1.2.0'])
    await admin.mustPublish({ version, files: atomFiles(alpha, beta) });
  await admin.mustPublish({ name: '@acme/other', files: atomFiles(alpha) });
  forget(dataFolder, "version <> '1.0.0'");
  expectProblem(await admin.get('/-/primes/@acme/web-style/1.2.0/atoms'), 'atoms_not_read');
  expectProblem(await admin.get('/-/atoms/@acme/beta'), 'atom_not_found');
  assert.equal(await must(dataFolder, 'index'), 'Read 2 versions with 4 atoms.\n');
  const list = (await admin.get('/-/primes/@acme/web-style/1.2.0/atoms')).json;
  assert.equal(list.total, 2);
  const { primes } = (await admin.get('/-/atoms/@acme/beta')).json;
  assert.deepEqual(primes, [{ name: '@acme/web-style', version: '1.2.0', own_scope: true }]);
  assert.equal(await must(dataFolder, 'index'), 'Read 0 versions with 0 atoms.\n');
  assert.match(await must(dataFolder, 'verify'), /all is well/);
});

test('inventories of an older reader are read again', async (t) => {
  const { dataFolder, admin } = await serveHere(t);
  await admin.mustPublish({ files: atomFiles({ id: '@acme/alpha' }) });
  change(dataFolder, 'update inventories set format = 0, atom_count = 7');
  assert.equal(await must(dataFolder, 'index'), 'Read 1 version with 1 atom.\n');
  assert.equal((await admin.get('/-/primes/@acme/web-style/1.0.0/atoms')).json.atom_count, 1);
});

test('an unreadable tarball is reported, and the others are read', async (t) => {
  const { dataFolder, admin } = await serveHere(t);
  const { sha256 } = await admin.mustPublish({ version: '1.0.0', files: atomFiles({ id: '@acme/alpha' }) });
  await admin.mustPublish({ version: '1.1.0', files: atomFiles({ id: '@acme/beta' }) });
  forget(dataFolder, 'true');
  await rm(blobPath(dataFolder, sha256));
  const { code, stdout, stderr } = await run(dataFolder, ['index']);
  assert.deepEqual([code, stderr], [2, `@acme/web-style 1.0.0: tarball ${sha256} is missing\n`]);
  assert.equal(stdout, "Read 1 version with 1 atom; 1 could not be read: see 'prime-registry verify'.\n");
});

test('imported versions are read, and so are those of an older backup', async (t) => {
  const { dataFolder, admin } = await serveHere(t);
  await admin.mustPublish({ files: atomFiles({ id: '@acme/alpha' }, { id: '@acme/beta' }) });
  forget(dataFolder, 'true');
  const [folder, imported, restored] = [await makeFolder(t), await makeFolder(t), await makeFolder(t)];
  await must(dataFolder, 'export', join(folder, 'primes.tar'));
  await must(imported, 'import', join(folder, 'primes.tar'));
  assert.equal(await must(imported, 'index'), 'Read 0 versions with 0 atoms.\n');
  await must(dataFolder, 'backup', join(folder, 'backup'));
  const told = await must(restored, 'restore', join(folder, 'backup'), '--continue-log');
  assert.match(told, /^Restored 1 version .*\nRead 1 version with 2 atoms\.\n$/);
  for (const target of [imported, restored]) {
    const { anonymous } = await serveHere(t, { dataFolder: target });
    assert.equal((await anonymous.get('/-/atoms/@acme/beta')).json.prime.name, '@acme/web-style');
  }
});

test('index assesses the atoms of versions that have no score yet', async (t) => {
  const { dataFolder, admin } = await serveHere(t);
  await admin.mustPublish({ files: atomFiles({ id: '@acme/alpha', description: 'One' }) });
  const path = '/-/primes/@acme/web-style/1.0.0/score';
  const { points } = (await admin.get(path)).json;
  change(dataFolder, 'update inventories set assessment = null');
  const { status, json } = await admin.get(path);
  assert.deepEqual([status, json.code], [404, 'atoms_not_read']);
  assert.equal((await admin.get('/-/prime/@acme/web-style')).status, 200);
  assert.match((await run(dataFolder, ['index'])).stdout, /Read 1 version with 1 atom/);
  assert.equal((await admin.get(path)).json.points, points);
  assert.match((await run(dataFolder, ['index'])).stdout, /0 versions|[Nn]othing|has been read|already/);
});

test('verify reports faults of inventories', async (t) => {
  const { dataFolder, admin } = await serveHere(t);
  await admin.mustPublish({ files: atomFiles({ id: '@acme/alpha' }) });
  change(dataFolder, 'update inventories set atom_count = 7');
  change(dataFolder, 'delete from atom_texts');
  const { code, stdout } = await run(dataFolder, ['verify']);
  assert.equal(code, 2);
  assert.match(stdout, /database: atom content \d+ has no texts\n/);
  assert.match(stdout, /database: the inventory of version \d+ lists 1 atoms instead of 7\n/);
});

/** Removes inventories, as if an older program had published the versions. */
function forget(dataFolder: string, condition: string): void {
  change(
    dataFolder,
    `delete from inventories where version_id in (select id from versions where ${condition});
     delete from latest_atoms where prime_id in (select prime_id from versions where ${condition});
     delete from latest_contents where version_id in (select id from versions where ${condition})`,
  );
}

function change(dataFolder: string, statements: string): void {
  const database = new DatabaseSync(join(dataFolder, 'registry.sqlite'));
  database.exec(statements);
  database.close();
}
