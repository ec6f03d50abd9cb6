// The keys that a log has announced in its own entries, so that a rotation needs no decision of those who trust it.
import {
  leafHash,
  parseNote,
  parseVerifierKey,
  proveInclusion,
  TILE_WIDTH,
  verifyInclusion,
} from '@prime-registry/tlog';
import { isAborted } from '../failure-guards.ts';
import { withSignal } from '../registry-reader.ts';
import { RegistryRequestError } from '../registry-request-error.ts';
import type { LogClient } from './log-client.ts';
import { LogError } from './log-error.ts';
import { createTileReader, findKnownEntry, readBundle, type TileReading } from './log-tiles.ts';
import type { LogCrypto, SignedHead } from './signed-head.ts';

/** What is trusted by now. */
export interface TrustedHead {
  /** Signed by one of the keys. */
  readonly head: SignedHead;
  /** Verifier keys (C2SP signed-note). */
  readonly vkeys: readonly string[];
}

/** Keys that are looked for, the oldest ones: each costs requests, and a registry could name any number. */
const MOST_KEYS = 16;

/**
 * Whether a key with the name of the log has signed the head that is not trusted: then there may be an announcement.
 * @throws TlogError if a trusted key is none
 */
export function hasUnknownSignature(
  { head, vkeys }: TrustedHead,
  { sha256 }: Pick<LogCrypto, 'sha256'>,
): boolean {
  const known = new Set(vkeys.map((vkey) => parseVerifierKey(sha256, vkey).keyId));
  return parseNote(head.note).signatures.some(({ name, keyId }) => name === head.origin && !known.has(keyId));
}

/**
 * The keys after those that are trusted, each named by an entry that is proved to be under the head. Where the entries
 * are, the registry says; what it says wrong is not believed.
 * @returns none if the registry cannot be asked
 */
export async function findAnnouncedKeys(
  client: Pick<LogClient, 'log' | 'logTile'>,
  { head, vkeys }: TrustedHead,
  crypto: Pick<LogCrypto, 'sha256'>,
  signal?: AbortSignal,
): Promise<string[]> {
  try {
    const { names = [] } = await client.log(withSignal(signal));
    const own = names.filter(({ origin }) => origin === head.origin);
    const known = own.filter(({ vkey }) => vkeys.includes(vkey)).map(({ since_size }) => since_size);
    const last = Math.max(-1, ...known);
    const later = own.filter(({ since_size: index }) => index > last && index < head.size);
    const announced: string[] = [];
    for (const { vkey, since_size: index } of later.slice(0, MOST_KEYS)) {
      if ((await readAnnouncedKey(client, index, { head, signal }, crypto)) === vkey) announced.push(vkey);
    }
    return announced;
  } catch (error) {
    const isTheirs = error instanceof LogError || error instanceof RegistryRequestError;
    if (!isTheirs || isAborted(error)) throw error;
    return [];
  }
}

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
  const bundle = await readBundle(client, Math.floor(index / TILE_WIDTH), reading);
  const entry = bundle[index % TILE_WIDTH] ?? new Uint8Array();
  const proof = await proveInclusion(sha256, createTileReader(client, reading), index, size);
  const leaf = leafHash(sha256, entry);
  if (!verifyInclusion(sha256, { index, size, leaf, proof, root })) {
    const exhibits = [{ title: 'The signed head', text: note }];
    throw new LogError('not-included', `the entry #${index} is not in the signed tree`, { exhibits });
  }
  const known = findKnownEntry(entry);
  return known?.type === 'log-key' && known.vkey.startsWith(`${origin}+`) ? known.vkey : undefined;
}
