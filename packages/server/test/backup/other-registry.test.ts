// A backup never takes the place of one with versions that the registry does not know.
import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readBackup } from '../../src/backup/backup-folder.ts';
import { writeBackup } from '../../src/backup/write-backup.ts';
import { change } from '../lifecycle/changing.ts';
import { makeFolder, type ServedRegistry, serveHere } from '../process/temporary-registry.ts';

const { signal } = new AbortController();

function backUp({ dataFolder }: Pick<ServedRegistry, 'dataFolder'>, backupFolder: string) {
  const databaseFile = join(dataFolder, 'registry.sqlite');
  const order = { dataFolder, databaseFile, backupFolder, signal };
  return writeBackup({ ...order, writeLogKeys: undefined, onProgress: () => undefined });
}

test('a registry that lacks versions of the backup does not replace it, until they are known as lost', async (t) => {
  const [registry, empty, backup] = [await serveHere(t), await serveHere(t), await makeFolder(t)];
  await registry.admin.mustPublish({ version: '1.0.0' });
  await backUp(registry, backup);
  // As after a start on an unmounted volume: the server has made a new registry there.
  const before = readFileSync(join(backup, 'backup.json'), 'utf8');
  await assert.rejects(
    backUp(empty, backup),
    /has 1 version that this registry lacks, such as @acme\/web-style 1\.0\.0/,
  );
  await empty.admin.mustPublish({ version: '1.0.0', files: { 'other.md': 'other bytes' } });
  await assert.rejects(backUp(empty, backup), /has 1 version that this registry lacks/);
  assert.equal(readFileSync(join(backup, 'backup.json'), 'utf8'), before);
  const { database } = await readBackup(backup);
  assert.deepEqual(readdirSync(join(backup, 'uploads')), []);
  assert.ok(readdirSync(backup).includes(database.file));

  copyFileSync(join(backup, 'known-versions'), join(empty.dataFolder, 'lost-versions'));
  assert.equal((await backUp(empty, backup)).description.versions, 1);
});

test('a removed version does not keep a backup from being replaced', async (t) => {
  const [registry, backup] = [await serveHere(t), await makeFolder(t)];
  const { admin } = registry;
  await admin.mustPublish({ version: '1.0.0' });
  await admin.mustPublish({ version: '2.0.0' });
  await backUp(registry, backup);
  const removal = await change(admin, 'POST', '1.0.0/removal', { category: 'secret' });
  assert.equal(removal.status, 200);
  assert.equal((await backUp(registry, backup)).description.versions, 1);
});
