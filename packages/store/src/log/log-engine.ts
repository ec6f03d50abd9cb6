// The interface of an engine to the transparency log.
import type { RawBuilder } from 'kysely';
import type { Schema, Transaction } from '../sql/schema.ts';

/** What an append writes. */
export interface LogRows {
  /** The index of the first entry. */
  readonly first: number;
  readonly entries: readonly Uint8Array[];
  readonly nodes: readonly Schema['log_nodes'][];
  readonly versions: readonly Schema['logged_versions'][];
  /** The size and the edge afterwards. */
  readonly size: number;
  readonly edge: Uint8Array;
}

export interface LogEngine {
  /** Ends a select: locks its rows until the transaction ends. It reads them after it has the lock. */
  readonly rowLock: RawBuilder<unknown>;
  /** Names the server, and its start: see LogHead. */
  readonly server: RawBuilder<string>;
  /** Writes the rows of an append, in one round trip. */
  readonly writeRows: (transaction: Transaction, rows: LogRows) => Promise<void>;
}
