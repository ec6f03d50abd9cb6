// SQLite databases with the tables of a new registry, as copies of one: the migrations take a third of the time in
// which a registry starts.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteStore } from '@prime-registry/store/sqlite';

let template: Buffer | undefined;

/**
 * Writes an empty database. Opening a store in a file that does not exist makes the same one, with all migrations; their
 * own tests, and processes, do that.
 */
export async function writeNewDatabase(file: string): Promise<void> {
  template ??= await makeTemplate();
  await writeFile(file, template);
  nameLog(file);
}

/** Clients know logs by their names: two registries with one name would be a fork. */
function nameLog(file: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec('update log_state set log_id = lower(hex(randomblob(8)))');
  } finally {
    database.close();
  }
}

async function makeTemplate(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'prime-registry-template-'));
  try {
    const file = join(folder, 'registry.sqlite');
    await (await openSqliteStore(file)).close();
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}
