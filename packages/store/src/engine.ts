// What an engine provides for the SQL of the store: transactions, locks, the full-text index, checks.
import type { RawBuilder } from 'kysely';
import type { LogEngine } from './log/log-engine.ts';
import type { SearchIndex } from './search/search-index.ts';
import type { Database, Transaction } from './sql/schema.ts';

/**
 * Runs work in a write transaction. Commits it, or rolls it back if the work fails. Fails if it waits too
 * long for other writers. An engine with concurrent writers may roll a transaction back and run the work
 * again in a new one, so effects outside the database must be repeatable.
 * @param sinceMs - start of the wait, by performance.now(); default: now.
 */
export type Transact = <T>(work: (transaction: Transaction) => Promise<T>, sinceMs?: number) => Promise<T>;

/**
 * Locks that are held until the transaction ends. A transaction takes them once, before any other statement.
 * An engine with a single writer has nothing to do.
 */
export interface TransactionLocks {
  /** Makes publishes and yanks in the same scopes wait for each other. */
  lockScopes(transaction: Transaction, scopes: readonly string[]): Promise<void>;
  /** Makes publishes and yanks in all scopes wait. */
  lockPublishes(transaction: Transaction): Promise<void>;
  /**
   * Lets one process rebuild the search index.
   * @returns false, without waiting, when another one has the lock
   */
  tryLockRebuild(transaction: Transaction): Promise<boolean>;
}

/** How an engine removes what deleted rows leave in its files. */
export interface Erasure {
  /** Runs deletions within a transaction. Their bytes are overwritten, as far as the engine can. */
  overwriting<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Removes the terms of deleted rows from the full-text indexes, and overwrites free space, in transactions of some
   * milliseconds.
   */
  eraseDeleted(signal: AbortSignal): Promise<void>;
}

/** What an engine provides. */
export interface SqlEngine {
  /** For all writes. */
  readonly transact: Transact;
  readonly locks: TransactionLocks;
  /** For single reads; sees committed data. */
  readonly reader: Database;
  readonly searchIndex: SearchIndex;
  readonly erasure: Erasure;
  readonly log: LogEngine;
  /** Reads the whole database. Returns one line for each defect. */
  readonly findDefects: () => Promise<string[]>;
  /** A number that changes with every commit. */
  readonly changeStamp: () => number | Promise<number>;
  /** The clock that all processes share, as SQL: milliseconds since the epoch. */
  readonly nowMs: RawBuilder<number>;
  /** Closes all connections; idempotent. Later calls of the store fail with `storage_unavailable`. */
  readonly close: () => unknown;
}

/** The dependencies of the store. */
export interface SqlStoreDeps extends SqlEngine {
  /** For writes that change what a manifest or a tarball answers: waits until no process uses a read lease. */
  readonly transactAfterLeases: Transact;
}
