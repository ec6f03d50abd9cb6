// The temporary files of a cache: their names, and the removal of those that a killed process has left.
import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A temporary file of this age is abandoned: no download takes a day. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;

const TEMPORARY_NAME = /^\d+-[0-9a-f]{16}$/;

/** A name for a temporary file: the process, and digits at random. */
export function makeTemporaryName(): string {
  return `${process.pid}-${randomBytes(8).toString('hex')}`;
}

/** Only what prime has made: a cache may come from elsewhere, with a link to a folder of the user in place of this one. */
export function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => TEMPORARY_NAME.test(each))) {
    const path = join(folder, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isFile() !== true || Date.now() - found.mtimeMs <= ABANDONED_AFTER_MS) continue;
    rmSync(path, { force: true });
  }
}
