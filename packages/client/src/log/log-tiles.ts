// Reads tiles and bundles of a log, as a signed head has them. What they say counts only when a root proves it.

import { isKnownEntry, type LogEntry, LogEntryError, parseLogEntry } from '@prime-registry/protocol';
import {
  decodeEntryBundle,
  decodeHashes,
  type Hash,
  type ReadHashes,
  TILE_WIDTH,
  type TilePath,
  TlogError,
  tileWidth,
} from '@prime-registry/tlog';
import { isNotFound } from '../failure-guards.ts';
import { withSignal } from '../registry-reader.ts';
import type { LogClient } from './log-client.ts';
import { LogError } from './log-error.ts';
import type { SignedHead } from './signed-head.ts';

/** The tree whose tiles are read. */
export interface TileReading {
  readonly head: SignedHead;
  readonly signal: AbortSignal | undefined;
}

/** Reads hashes of the tree. @returns a function that throws LogError `malformed`, `shrunk`; RegistryRequestError */
export function createTileReader(
  client: Pick<LogClient, 'logTile'>,
  { head, signal }: TileReading,
): ReadHashes {
  return async (level, from, to) => {
    const hashes: Hash[] = [];
    for (let position = Math.floor(from / TILE_WIDTH); position * TILE_WIDTH < to; position += 1) {
      const width = tileWidth(level, position, head.size);
      const tile = await readTile(client, { level, position, width }, { head, signal });
      hashes.push(...decode(() => decodeHashes(tile), { what: 'a tile', width }));
    }
    const skipped = Math.floor(from / TILE_WIDTH) * TILE_WIDTH;
    return hashes.slice(from - skipped, to - skipped);
  };
}

/** The entries of a bundle. @throws LogError `malformed`, `shrunk`; RegistryRequestError */
export async function readBundle(
  client: Pick<LogClient, 'logTile'>,
  position: number,
  { head, signal }: TileReading,
): Promise<readonly Uint8Array[]> {
  const width = tileWidth('entries', position, head.size);
  const bytes = await readTile(client, { level: 'entries', position, width }, { head, signal });
  return decode(() => decodeEntryBundle(bytes), { what: 'a bundle of entries', width });
}

/** An entry that this program knows; undefined for others, and for bytes that are none. */
export function findKnownEntry(bytes: Uint8Array): LogEntry | undefined {
  try {
    const entry = parseLogEntry(bytes);
    return isKnownEntry(entry) ? entry : undefined;
  } catch (error) {
    if (error instanceof LogEntryError) return undefined;
    throw error;
  }
}

/** A tile of a signed tree. @throws LogError `shrunk` if the registry does not have it */
async function readTile(
  client: Pick<LogClient, 'logTile'>,
  tile: TilePath,
  { head, signal }: TileReading,
): Promise<Uint8Array> {
  try {
    return await client.logTile(tile, withSignal(signal));
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const message = `the log has lost entries: ${head.size} were signed, and the registry does not have them all`;
    throw new LogError('shrunk', message, {
      exhibits: [{ title: 'The signed head', text: head.note }],
      cause: error,
    });
  }
}

/** @throws LogError unless it has as many items as it must */
function decode<T>(
  read: () => readonly T[],
  { what, width }: { readonly what: string; readonly width: number },
): readonly T[] {
  const items = readOrExplain(read, what);
  if (items.length === width) return items;
  throw new LogError('malformed', `${what} of the log has ${items.length} items instead of ${width}`);
}

function readOrExplain<T>(read: () => readonly T[], what: string): readonly T[] {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TlogError)) throw error;
    throw new LogError('malformed', `${what} of the log is malformed: ${error.message}`, { cause: error });
  }
}
