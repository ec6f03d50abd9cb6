// A key of a log that an entry of the log itself names: anyone who trusts the head that has the entry may trust the key.
import { isKnownEntry, LogEntryError, parseLogEntry } from '@prime-registry/protocol';
import { leafHash, proveInclusion, TILE_WIDTH, verifyInclusion } from '@prime-registry/tlog';
import type { LogClient } from './log-client.ts';
import { LogError } from './log-error.ts';
import { createTileReader, readBundle, type TileReading } from './log-tiles.ts';
import type { LogCrypto } from './signed-head.ts';

/**
 * Reads an entry, and proves that a trusted head has it: a bundle, and at most a tile of each level.
 * @param index - below the size of the head
 * @returns the verifier key; undefined if the entry names none of this log
 * @throws LogError `malformed`, `not-included`; RegistryRequestError
 */
export async function readAnnouncedKey(
  client: Pick<LogClient, 'logTile'>,
  index: number,
  reading: TileReading,
  { sha256 }: Pick<LogCrypto, 'sha256'>,
): Promise<string | undefined> {
  const { origin, size, root, note } = reading.head;
  const entry = (await readBundle(client, Math.floor(index / TILE_WIDTH), reading))[index % TILE_WIDTH];
  const proof = await proveInclusion(sha256, createTileReader(client, reading), index, size);
  const leaf = leafHash(sha256, entry ?? new Uint8Array());
  if (!verifyInclusion(sha256, { index, size, leaf, proof, root })) {
    const exhibits = [{ title: 'The signed head', text: note }];
    throw new LogError('not-included', `the entry #${index} is not in the signed tree`, { exhibits });
  }
  const vkey = findKey(entry ?? new Uint8Array());
  return vkey?.startsWith(`${origin}+`) ? vkey : undefined;
}

function findKey(bytes: Uint8Array): string | undefined {
  try {
    const entry = parseLogEntry(bytes);
    return isKnownEntry(entry) && entry.type === 'log-key' ? entry.vkey : undefined;
  } catch (error) {
    if (error instanceof LogEntryError) return undefined;
    throw error;
  }
}
