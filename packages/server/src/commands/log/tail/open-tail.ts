// Opens a copy of a log: the address of a server, or a folder, both with the paths of C2SP tlog-tiles.
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UsageError } from '@prime-registry/command-line';
import { quote } from '@prime-registry/protocol/basics';
import type { ServerSettings } from '../../../config/server-settings.ts';
import type { OpenedTail } from '../../../log/recovery/tail-source.ts';
import { readWayOut } from '../../../wiring/way-out.ts';
import { openFolderTail } from './folder-tail.ts';
import { openWebTail } from './web-tail.ts';

/**
 * Opens a copy.
 * @param from - a folder, or an address that begins with `http://` or `https://`
 * @throws UsageError if it is neither
 */
export async function openTail(from: string, settings: ServerSettings): Promise<OpenedTail> {
  if (/^https?:\/\//.test(from)) {
    if (!URL.canParse(from)) throw new UsageError(`--from: ${quote(from)} is no valid address`);
    return openWebTail(from, readWayOut(settings, [from]));
  }
  const folder = resolve(from);
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isFolder) return { ...openFolderTail(folder), close: async () => undefined };
  throw new UsageError(
    `--from: ${quote(from)} is neither a folder with the tiles of the log nor an address such as ` +
      'https://primes.acme.example/-/log',
  );
}
