// The keys that a log has announced in its own entries, so that a rotation needs no decision of those who trust it.
import { parseNote, parseVerifierKey } from '@prime-registry/tlog';
import { isAborted } from '../failure-guards.ts';
import { withSignal } from '../registry-reader.ts';
import { RegistryRequestError } from '../registry-request-error.ts';
import type { LogClient } from './log-client.ts';
import { LogError } from './log-error.ts';
import { readAnnouncedKey } from './read-announced-key.ts';
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
