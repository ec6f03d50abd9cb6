// A file of a release has its name only when it is complete: an interrupted build or a full disk leaves no half of it.
import { renameSync, rmSync } from 'node:fs';

/** Writes a file under another name next to it, and renames it. @param write - gets that other name */
export async function writeWhole(file: string, write: (part: string) => unknown): Promise<void> {
  const part = `${file}.part`;
  try {
    await write(part);
    renameSync(part, file);
  } finally {
    rmSync(part, { force: true });
  }
}
