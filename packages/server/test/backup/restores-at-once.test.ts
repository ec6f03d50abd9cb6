// Restores that meet another one, a finished one, or a damaged key.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { restoreBackup } from '../../src/backup/restore-backup.ts';
import { writeBackup } from '../../src/backup/write-backup.ts';
import { makeFolder, serveHere } from '../process/temporary-registry.ts';

const { signal } = new AbortController();
const onProgress = (): void => undefined;

test('of two restores into one folder, the later one goes on', async (t) => {
  const [{ dataFolder, admin }, backupFolder] = [await serveHere(t), await makeFolder(t)];
  await admin.mustPublish();
  const databaseFile = join(dataFolder, 'registry.sqlite');
  await writeBackup({ dataFolder, databaseFile, backupFolder, signal, onProgress, writeLogKeys: undefined });
  const target = await makeFolder(t);
  const order = { backupFolder, dataFolder: target, continuesLog: true, signal };
  const first = restoreBackup({
    ...order,
    // What the other one writes first, after the tarballs of this one were copied.
    onProgress: () => writeFileSync(join(target, 'unfinished-restore'), 'A restore has begun here.\n'),
  });
  await assert.rejects(first, /another restore into .+ has begun since, or has ended: this one stops/);
  assert.ok(!existsSync(join(target, 'registry.sqlite')));
  await restoreBackup({ ...order, onProgress });
  assert.ok(!existsSync(join(target, 'unfinished-restore')));
  assert.deepEqual(readdirSync(join(target, 'uploads')), []);
  const again = await serveHere(t, { dataFolder: target });
  assert.equal((await again.anonymous.get('/pack/@acme/web-style')).status, 200);
  await assert.rejects(
    restoreBackup({ ...order, onProgress }),
    /is not empty; a restore of the backup of .+ into it has ended at .+: a backup can only be restored into/,
  );
});

test('a damaged key in the backup is reported before anything is written', async (t) => {
  const [{ dataFolder }, backupFolder] = [await serveHere(t), await makeFolder(t)];
  const databaseFile = join(dataFolder, 'registry.sqlite');
  await writeBackup({ dataFolder, databaseFile, backupFolder, signal, onProgress, writeLogKeys: undefined });
  writeFileSync(join(backupFolder, 'log.key'), 'PRIVATE+KEY+damaged\n');
  const target = await makeFolder(t);
  await assert.rejects(
    restoreBackup({ backupFolder, dataFolder: target, continuesLog: true, signal, onProgress }),
    /log\.key' is no key file of the log: .+; to restore without it, move it out of the backup/,
  );
  assert.deepEqual(readdirSync(target), []);
});
