// Reads the entries of a log up to its newest head, and learns the keys that they name.

import { readLogEntries, type SignedHead } from '@prime-registry/client';
import { formatCount, formatNumber } from '@prime-registry/command-line';
import { isKnownEntry, parseLogEntry } from '@prime-registry/protocol';
import { parseVerifierKey, SIGNATURE_TYPES, TlogError } from '@prime-registry/tlog';
import { CommandError } from '../../errors/command-error.ts';
import { isA, unless, unlessFailed } from '../../errors/expected.ts';
import { explainLogError } from '../explain-log-error.ts';
import { NODE_CRYPTO } from '../node-crypto.ts';
import type { RegistryLog } from '../registry-log.ts';
import type { RegistryLogs } from '../registry-logs.ts';
import { HeadFile } from '../state/head-file.ts';

/** Keys that are learned at a time, the newest ones: a registry must not fill the disk with keys. */
const MOST_NEW_KEYS = 16;

/** Entries that are read at a time: hours. Whoever signs heads could claim any number, of entries that are all the same. */
const MOST_ENTRIES = 100_000_000;

/** Which entries to read. */
export interface ReadOptions {
  /** The index of the first entry; undefined for none before those that come. */
  readonly from: number | undefined;
  readonly signal: AbortSignal;
}

/**
 * Reads entries, which count when this resolves. A key that an entry under a trusted signature names is trusted from
 * then on, unless a trusted one was announced later.
 * @returns the head
 * @throws CommandError with the evidence if the log is wrong, `log_too_long`, or without a log
 */
export async function readTrustedEntries(
  log: RegistryLog,
  logs: RegistryLogs,
  { from, signal }: ReadOptions,
  onEntry: (bytes: Uint8Array, index: number) => void,
): Promise<SignedHead> {
  const registry = log.client.baseUrl;
  const newKeys = new Set<string>();
  try {
    const trusted = (await log.findTrust(signal))?.vkeys ?? [];
    const head = await log.readHead(signal);
    if (head === undefined) throw new CommandError(`${registry} has no transparency log`, { code: 'no_log' });
    const start = from ?? head.size;
    if (head.size - start > MOST_ENTRIES) throw tooLong(registry, head.size - start);
    if (start < head.size) {
      await readLogEntries(log.client, { head, from: start, signal }, NODE_CRYPTO, (bytes, index) => {
        const vkey = findNewKey(bytes, head.origin);
        // What was announced before a trusted key was replaced by it, perhaps because it was stolen.
        if (vkey !== undefined && trusted.includes(vkey)) newKeys.clear();
        else if (vkey !== undefined) newKeys.add(vkey);
        if (newKeys.size > MOST_NEW_KEYS) newKeys.delete([...newKeys][0] ?? '');
        onEntry(bytes, index);
      });
    }
    const seen = new HeadFile(logs.stateFolder, head.origin).findSeen();
    // An old head does not say which of two keys is the later one.
    const isOld = seen !== undefined && seen.head.size > head.size;
    for (const vkey of isOld ? [] : newKeys) logs.trustRotation(registry, vkey, trusted);
    return head;
  } catch (error) {
    throw await explainLogError(error, { registry, stateFolder: logs.stateFolder });
  }
}

function tooLong(registry: string, entries: number): CommandError {
  const most = formatNumber(MOST_ENTRIES);
  return new CommandError(
    `the log of ${registry} has ${formatCount(entries, 'entry', 'entries')} more, and 'prime log' reads ${most} at a time`,
    { code: 'log_too_long', hint: 'ask its operator whether the log is so long' },
  );
}

/** What an entry that names a key has in itself: entries are in the form of RFC 8785. */
const NAMES_KEY = '"type":"log-key"';

/** The key of an entry that names one, if it can sign for this log. Any text could stand in its place. */
function findNewKey(bytes: Uint8Array, origin: string): string | undefined {
  const vkey = findNamedKey(bytes);
  if (vkey === undefined) return undefined;
  const key = unless(isA(TlogError), () => parseVerifierKey(NODE_CRYPTO.sha256, vkey));
  return key?.name === origin && key.type === SIGNATURE_TYPES.ed25519 ? vkey : undefined;
}

function findNamedKey(bytes: Uint8Array): string | undefined {
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(NAMES_KEY)) return undefined;
  const entry = unlessFailed(() => parseLogEntry(bytes));
  return entry && isKnownEntry(entry) && entry.type === 'log-key' ? entry.vkey : undefined;
}
