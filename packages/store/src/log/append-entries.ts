// Appends entries to the log, in the transaction of the act that they describe.
import { encodeLogEntry, formatTimestamp, type LogEntry } from '@prime-registry/protocol';
import { appendLeaves, encodeHashes, type Hash, leafHash } from '@prime-registry/tlog';
import type { LoggedEntry, LogHead } from '../contracts/log/log-store.ts';
import type { Transaction } from '../sql/schema.ts';
import type { LogEngine } from './log-engine.ts';
import { assertNotHalted, createStateReader } from './log-state.ts';
import { sha256 } from './sha256.ts';

/** An entry to append. */
export interface NewLogEntry {
  readonly entry: LogEntry;
  /** The version whose digest it tells. */
  readonly versionId?: number;
}

/**
 * Appends entries. Must be the last step of a transaction: until it ends, no other one can append, and whatever waits
 * for the lock of the log must not hold what this transaction still needs.
 * @throws RegistryError `log_halted`
 */
export type LogAppender = (
  transaction: Transaction,
  entries: readonly NewLogEntry[],
  options?: {
    /** Appends although the log is halted: the entries that begin its next name. */
    readonly whileHalted?: boolean;
  },
) => Promise<readonly LoggedEntry[]>;

/** Creates an appender, which prepares its statements once. */
export function createLogAppender(engine: LogEngine): LogAppender {
  const state = createStateReader(engine);
  return async (transaction, entries, { whileHalted = false } = {}) => {
    if (entries.length === 0) return [];
    // Before the lock, for which other processes wait, as all that does not depend on the tree.
    const added = entries.map(encode);
    const before = await state.lock(transaction);
    if (!whileHalted) assertNotHalted(before);
    const begun = before.edge.size === 0 ? [encode(beginEntry(before, entries)), ...added] : added;
    const first = before.edge.size;
    const appended = appendLeaves(
      sha256,
      before.edge,
      begun.map(({ leaf }) => leaf),
    );
    const { edge, nodes } = appended;
    await engine.writeRows(transaction, {
      ...{ first, entries: begun.map(({ bytes }) => bytes), nodes },
      ...{ size: edge.size, edge: encodeHashes(edge.hashes) },
      versions: begun.flatMap(({ versionId }, index) =>
        versionId === undefined ? [] : [{ version_id: versionId, entry_index: first + index }],
      ),
    });
    const head: LogHead = { ...before, edge };
    const logged = begun.map(({ bytes: entry }, index): LoggedEntry => {
      return {
        ...{ index: first + index, entry, head },
        // Computed when it is asked for: after the commit, and only if the log is signed.
        get proof() {
          return appended.proofs[index] ?? [];
        },
      };
    });
    return logged.slice(begun.length - entries.length);
  };
}

/** An entry as the log has it. */
interface EncodedEntry {
  readonly bytes: Uint8Array;
  readonly leaf: Hash;
  readonly versionId: number | undefined;
}

function encode({ entry, versionId }: NewLogEntry): EncodedEntry {
  const bytes = encodeLogEntry(entry);
  return { bytes, leaf: leafHash(sha256, bytes), versionId };
}

/** The first entry of every log. */
function beginEntry({ logId }: LogHead, [next]: readonly NewLogEntry[]): NewLogEntry {
  const at = next?.entry.at ?? formatTimestamp(0);
  return { entry: { v: 1, type: 'begin', at, by: 'registry', log: logId } };
}
