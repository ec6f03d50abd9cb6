// The key that the servers of a registry on PostgreSQL share.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatKeyFile, makeSigningKey } from '../../src/signing/key-file.ts';

/** Writes a new key into a folder. @returns the path of the file */
export async function writeLogKey(folder: string): Promise<string> {
  const file = join(folder, 'shared-log.key');
  await writeFile(file, formatKeyFile([makeSigningKey('log.test')]));
  return file;
}
