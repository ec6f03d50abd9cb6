// Reads a file of the cache, which may come from elsewhere: a link to a device would never end, and a named pipe would keep the
// whole process waiting, so that not even an interruption ends it.
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** Does not wait for the other end of a named pipe. Windows has neither the flag nor the files. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** The bytes of a file. @throws Error if it is not a regular file, is larger than `maxBytes`, or cannot be read */
export function readRegularFile(path: string, maxBytes: number): Buffer {
  const file = openSync(path, FLAGS);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error(`${path} is not a regular file`);
    if (stats.size > maxBytes) throw new Error(`${path} has ${stats.size} bytes; the maximum is ${maxBytes}`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}
