// The state of the log: one row, which every append locks and changes.
import { RegistryError } from '@prime-registry/protocol';
import { decodeHashes } from '@prime-registry/tlog';
import type { LogHead } from '../contracts/log/log-store.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Database, Schema, Transaction } from '../sql/schema.ts';
import type { LogEngine } from './log-engine.ts';

/** The id of the only row. */
const ONLY = { id: 1 };

/** Reads of the state. */
export interface LogStateReader {
  read(db: Database): Promise<LogHead>;
  /** Reads it for an append: until the transaction ends, no other one can append. */
  lock(transaction: Transaction): Promise<LogHead>;
}

export function createStateReader({ rowLock, server }: LogEngine): LogStateReader {
  const select = (db: Database, id: number) =>
    db
      .selectFrom('log_state')
      .where('id', '=', id)
      .select(['log_id', 'size', 'edge', 'halted', server.as('server')]);
  const read = prepareQuery((db, { id }: typeof ONLY) => select(db, id));
  // A statement of its own, after all that waits for others. In one statement with another lock, it would read what was
  // committed when the statement began, not when it got the lock.
  const lock = prepareQuery((db, { id }: typeof ONLY) => select(db, id).modifyEnd(rowLock));
  return {
    read: async (db) => toHead(await read(db, ONLY)),
    lock: async (transaction) => toHead(await lock(transaction, ONLY)),
  };
}

interface StateRow extends Pick<Schema['log_state'], 'log_id' | 'size' | 'edge' | 'halted'> {
  readonly server: string;
}

function toHead([row]: readonly StateRow[]): LogHead {
  if (row === undefined) throw new Error('log_state lacks its row');
  const { log_id: logId, size, edge, halted, server } = row;
  return { logId, edge: { size, hashes: decodeHashes(edge) }, halted: halted ?? undefined, server };
}

/** @throws RegistryError `log_halted` if nothing may be appended */
export function assertNotHalted({ halted }: Pick<LogHead, 'halted'>): void {
  if (halted === undefined) return;
  throw new RegistryError('log_halted', {
    detail: `The transparency log of the registry is halted, so it accepts no changes: ${halted}. Reads go on. The operator decides how it continues: prime-registry log status.`,
  });
}
