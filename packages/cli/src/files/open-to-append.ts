// Opens a file of a cache to append to it.
import { constants, openSync, rmSync } from 'node:fs';
import { codeOf } from './file-operations.ts';

const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_WRONLY } = constants;
/** Errors for a link, and for a named pipe that nobody reads. */
const NO_FILE = ['ELOOP', 'ENXIO'];

/** A cache that comes from elsewhere may have a link to a file of the user in place of this one, or a pipe: it is removed. */
export function openToAppend(path: string, mode: number): number {
  const open = (): number => openSync(path, O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_WRONLY, mode);
  try {
    return open();
  } catch (error) {
    if (!NO_FILE.includes(codeOf(error))) throw error;
    rmSync(path, { force: true });
    return open();
  }
}
