// SQLite databases with the tables of a new registry, as copies of one: the migrations take a third of the time in
// which a registry starts.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '@prime-registry/store/sqlite';

let template: Buffer | undefined;

/**
 * Writes an empty database. Opening a store in a file that does not exist makes the same one, with all migrations; their
 * own tests, and processes, do that.
 */
export async function writeNewDatabase(file: string): Promise<void> {
  template ??= await makeTemplate();
  await writeFile(file, template);
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
