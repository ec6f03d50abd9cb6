// SQLite databases with the tables of a new registry, as copies of one: the migrations take a third of the time in
// which a registry starts.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '@prime-registry/store/sqlite';

/** A database, and where in it the id of its log is. */
interface Template {
  readonly bytes: Buffer;
  readonly logIdAt: number;
}

let template: Template | undefined;

/**
 * Writes an empty database. Opening a store in a file that does not exist makes the same one, with all migrations; their
 * own tests, and processes, do that.
 */
export async function writeNewDatabase(file: string): Promise<void> {
  template ??= await makeTemplate();
  const bytes = Buffer.from(template.bytes);
  // Two logs with one id would have the same name, and look like one that contradicts itself.
  bytes.write(randomBytes(8).toString('hex'), template.logIdAt, 'latin1');
  await writeFile(file, bytes);
}

async function makeTemplate(): Promise<Template> {
  const folder = await mkdtemp(join(tmpdir(), 'prime-registry-template-'));
  try {
    const file = join(folder, 'registry.sqlite');
    const store = await openSqliteStore(file);
    const { logId } = await store.readLogHead();
    await store.close();
    const bytes = await readFile(file);
    const logIdAt = bytes.indexOf(logId);
    if (logIdAt === -1 || bytes.lastIndexOf(logId) !== logIdAt)
      throw new Error('the id of the log is not once in the database');
    return { bytes, logIdAt };
  } finally {
    await rm(folder, { recursive: true });
  }
}
