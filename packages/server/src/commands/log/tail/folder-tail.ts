// A folder with the tiles of a log, as monitors and static web servers have them (C2SP tlog-tiles). It can be anybody's, so
// no more is read of it than a log can have.
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { formatTilePath, TILE_WIDTH } from '@prime-registry/tlog';
import { MAX_BUNDLE_BYTES, TailError, type TailSource } from '../../../log/recovery/tail-source.ts';

/** The longest note that is read at all (C2SP signed-note). */
const MAX_HEAD_BYTES = 1_000_000;

/** Opens a folder. */
export function openFolderTail(folder: string): TailSource {
  return {
    what: folder,
    readCheckpoint: async () =>
      (await readIfThere(join(folder, 'checkpoint'), MAX_HEAD_BYTES))?.toString('utf8'),

    async readBundle({ level, position, width }) {
      const full = join(folder, formatTilePath({ level, position, width: TILE_WIDTH }));
      const exact = width === TILE_WIDTH ? full : join(folder, formatTilePath({ level, position, width }));
      // A wider one has the same entries first: the copy may have been made at another size.
      for (const path of [exact, full, ...(await listWider(`${full}.p`, width))]) {
        const bytes = await readIfThere(path, MAX_BUNDLE_BYTES);
        if (bytes !== undefined) return bytes;
      }
      return undefined;
    },
  };
}

async function listWider(folder: string, width: number): Promise<readonly string[]> {
  try {
    const names = (await readdir(folder)).filter((name) => /^[1-9]\d{0,2}$/.test(name));
    return names.filter((name) => Number(name) > width).map((name) => join(folder, name));
  } catch (error) {
    return isMissing(error) ? [] : refuse(folder, error);
  }
}

async function readIfThere(path: string, maxBytes: number): Promise<Buffer | undefined> {
  try {
    const stats = await stat(path);
    // A device may be endless, and a pipe wait for ever.
    if (!stats.isFile()) throw new Error('it is not a regular file');
    if (stats.size > maxBytes) throw new Error(`it has ${stats.size} bytes; at most ${maxBytes} are read`);
    return await readFile(path);
  } catch (error) {
    return isMissing(error) ? undefined : refuse(path, error);
  }
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
}

function refuse(path: string, error: unknown): never {
  throw new TailError(`${path} in ${dirname(path)} cannot be read: ${(error as Error).message}`);
}
