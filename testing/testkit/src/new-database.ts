// SQLite databases with the tables of a new registry, as copies of one: the migrations take a third of the time in
// which a registry starts.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '@prime-registry/store/sqlite';

/** A database, and where it has the id of its log. */
interface Template {
  readonly bytes: Buffer;
  readonly logIdAt: number;
  readonly logIdBytes: number;
}

let template: Template | undefined;

/**
 * Writes an empty database. Opening a store in a file that does not exist makes the same one, with all migrations; their
 * own tests, and processes, do that.
 */
export async function writeNewDatabase(file: string): Promise<void> {
  template ??= await makeTemplate();
  const { logIdAt, logIdBytes } = template;
  const bytes = Buffer.from(template.bytes);
  // Clients know a log by its name: two registries with one name would be a fork.
  bytes.write(randomBytes(logIdBytes / 2).toString('hex'), logIdAt, 'latin1');
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
    if (logIdAt === -1 || bytes.indexOf(logId, logIdAt + 1) !== -1) {
      throw new Error('the id of the log is not at exactly one place of the database');
    }
    return { bytes, logIdAt, logIdBytes: logId.length };
  } finally {
    await rm(folder, { recursive: true });
  }
}
