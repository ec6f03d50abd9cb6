// Two backups into one folder at once: the newest state stays, whichever of them ends last.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readBackup } from '../../src/backup/backup-folder.ts';
import { writeBackup } from '../../src/backup/write-backup.ts';
import { makeFolder, serveHere } from '../process/temporary-registry.ts';

const { signal } = new AbortController();

test('a backup that ends after one of a newer state does not replace it', async (t) => {
  const { dataFolder, admin } = await serveHere(t);
  const backupFolder = await makeFolder(t);
  const order = {
    ...{ dataFolder, databaseFile: join(dataFolder, 'registry.sqlite'), backupFolder, signal },
    onProgress: () => undefined,
  };
  await admin.mustPublish({ version: '1.0.0' });
  const writeLogKeys = async (): Promise<void> => {
    // After everything was copied.
    await admin.mustPublish({ version: '2.0.0' });
    await writeBackup({ ...order, writeLogKeys: undefined });
  };
  await assert.rejects(writeBackup({ ...order, writeLogKeys }), /has finished in the meantime/);
  const { versions, database } = await readBackup(backupFolder);
  assert.equal(versions, 2);
  const copies = readdirSync(backupFolder).filter((name) => name.endsWith('.sqlite'));
  assert.deepEqual(copies, [database.file]);
  assert.deepEqual(readdirSync(join(backupFolder, 'uploads')), []);
});
