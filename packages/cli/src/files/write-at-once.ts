// Replaces a small file of this user at once.
import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** A reader gets the old file or the new one, which only this user can read. @throws errors of the file system */
export function writeAtOnce(path: string, content: string | Uint8Array): void {
  const temporary = `${path}.${process.pid}`;
  try {
    writeFileSync(temporary, content, { mode: 0o600 });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
