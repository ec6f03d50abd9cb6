// What an engine gives to the SQL of the store: transactions, locks, and what only it can do.
import type { Kysely, Transaction } from 'kysely';
import type { SearchIndex } from './search/search-index.ts';
import type { Schema } from './sql/schema.ts';

/**
 * Runs work in a transaction that can write; commits it, or undoes it when the work fails. Whoever has waited too long for
 * others that write fails. An engine where several write at a time may undo a transaction and run the work again, in another
 * one: what it does beside the database has to be right then as well.
 * @param sinceMs - since when it waits, by performance.now(); since now unless told otherwise.
 */
export type Transact = <T>(
  work: (transaction: Transaction<Schema>) => Promise<T>,
  sinceMs?: number,
) => Promise<T>;

/**
 * Keeps other transactions away until this one ends. To be asked before anything else of a transaction, and once. An engine
 * that lets one transaction write at a time has nothing to do.
 */
export interface TransactionLocks {
  /** Publishes and yanks in the scopes wait for each other. */
  lockScopes(transaction: Transaction<Schema>, scopes: readonly string[]): Promise<void>;
  /** Publishes and yanks wait, whatever their scope. */
  lockPublishes(transaction: Transaction<Schema>): Promise<void>;
  /** Of several processes one rebuilds the search index. @returns false when another one has the lock: it is not waited for */
  tryLockRebuild(transaction: Transaction<Schema>): Promise<boolean>;
}

/** What the store works with. */
export interface SqlStoreDeps {
  /** For everything that writes. */
  readonly transact: Transact;
  readonly locks: TransactionLocks;
  /** For single reads; sees what was committed. */
  readonly reader: Kysely<Schema>;
  readonly searchIndex: SearchIndex;
  /** Reads all of the database and says what is wrong with it. */
  readonly findDefects: () => Promise<string[]>;
  /** Another number after every commit. */
  readonly changeStamp: () => number | Promise<number>;
  /** Closes both; does nothing a second time. What is asked of the store afterwards fails as unavailable. */
  readonly close: () => unknown;
}
