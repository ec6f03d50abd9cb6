// Appends entries that were signed before the database went back. What they say is done again by the code that did it
// first, on a log that is not written: the entries are there already, and would get another place.
import { isKnownEntry, parseLogEntry } from '@prime-registry/protocol';
import { appendLeaves, encodeHashes, leafHash } from '@prime-registry/tlog';
import type {
  LogRecoveryStore,
  MissingEntries,
  RecoveredEntries,
} from '../../contracts/log/log-recovery-store.ts';
import type { SqlStoreDeps } from '../../engine.ts';
import type { Transaction } from '../../sql/schema.ts';
import { createStateReader } from '../log-state.ts';
import { sha256 } from '../sha256.ts';
import { createEntryReplay } from './replay-entry.ts';

/** Creates the recovery. */
export function createLogRecovery(deps: SqlStoreDeps): LogRecoveryStore {
  const { transactAfterLeases, locks, log } = deps;
  const state = createStateReader(log);

  async function setHalt(transaction: Transaction, halted: string | undefined): Promise<void> {
    await transaction
      .updateTable('log_state')
      .set({ halted: halted ?? null })
      .execute();
  }

  return {
    recoverEntries: (missing) =>
      transactAfterLeases(async (transaction): Promise<RecoveredEntries | undefined> => {
        await locks.lockPublishes(transaction);
        const { edge: before, halted } = await state.lock(transaction);
        if (before.size !== missing.first) return undefined;
        const { entries } = missing;
        const leaves = entries.map((entry) => leafHash(sha256, entry));
        const { edge, nodes } = appendLeaves(sha256, before, leaves);
        requireSame(edge, missing);
        // Nobody else sees this: it lets the acts pass that are done again.
        await setHalt(transaction, undefined);
        const recovered = await replayAll(transaction, missing);
        await log.writeRows(transaction, {
          ...{ first: missing.first, entries, nodes, versions: [] },
          ...{ size: edge.size, edge: encodeHashes(edge.hashes) },
        });
        if (!missing.isLast) await setHalt(transaction, halted);
        return recovered;
      }),
  };

  async function replayAll(
    transaction: Transaction,
    { first, entries }: MissingEntries,
  ): Promise<RecoveredEntries> {
    const replay = createEntryReplay({
      ...deps,
      reader: transaction,
      transact: (work) => work(transaction),
      transactAfterLeases: (work) => work(transaction),
      locks: {
        lockScopes: async () => undefined,
        lockPublishes: async () => undefined,
        tryLockRebuild: async () => true,
      },
      log: { ...log, writeRows: async () => undefined },
    });
    const lost: RecoveredEntries['lost'][number][] = [];
    const unfollowed: RecoveredEntries['unfollowed'][number][] = [];
    for (const [offset, bytes] of entries.entries()) {
      const index = first + offset;
      const entry = parseLogEntry(bytes);
      const outcome = isKnownEntry(entry)
        ? await replay(transaction, entry, index)
        : { reason: `is of the type ${entry.type}, which this program does not know` };
      if (outcome?.lost !== undefined) lost.push(outcome.lost);
      if (outcome?.reason !== undefined) unfollowed.push({ index, reason: outcome.reason });
    }
    return { lost, unfollowed };
  }
}

function requireSame(edge: MissingEntries['edge'], { edge: expected }: MissingEntries): void {
  const isSame =
    edge.size === expected.size &&
    Buffer.compare(encodeHashes(edge.hashes), encodeHashes(expected.hashes)) === 0;
  if (!isSame) throw new Error('the entries do not lead to the tree that was signed');
}
