// What the benchmark of large registries needs of an engine: to fill a database, to open it as a server does, to explain its
// queries, and its size on disk.
import type { RegistryStore } from '@prime-registry/store';
import type { Kysely } from 'kysely';
import type { SearchIndex } from '../../../packages/store/src/search/search-index.ts';
import type { Schema } from '../../../packages/store/src/sql/schema.ts';
import type { Plan } from '../plans/plan.ts';

/** Values by column. */
export type FilledRow = Readonly<Record<string, unknown>>;

/** Inserts rows with equal columns. Their generated columns are given too. */
export type InsertRows = (table: string, rows: readonly FilledRow[]) => Promise<void>;

/** A connection that fills a database, without durability: after a power failure it is filled again. */
export interface FillConnection extends AsyncDisposable {
  /** How many transactions can be open at once. */
  readonly parallel: number;
  readonly db: Kysely<Schema>;
  readonly searchIndex: SearchIndex;
  readonly insert: InsertRows;
  query(sql: string): Promise<readonly Record<string, unknown>[]>;
  /** Runs the work in a transaction of another connection, if the engine has several writers. */
  transact(work: (insert: InsertRows) => Promise<void>): Promise<void>;
  /** Like {@link transact} for the search index; not one transaction where two would wait for each other. */
  indexing(work: (db: Kysely<Schema>) => Promise<void>): Promise<void>;
  /** Drops what is faster to make at the end, before the rows are inserted. */
  dropIndexes(): Promise<void>;
  /** Makes indexes of a kind again: those that the search index needs to be filled, or those of words. */
  restoreIndexes(which: 'plain' | 'words'): Promise<void>;
  /** Settles generated numbers and statistics after the last row. */
  settle(): Promise<void>;
}

/** The size of a table with its indexes. */
export interface TableSize {
  readonly table: string;
  readonly bytes: number;
}

/** A statement that was sent. */
export interface SentStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Explains statements, and changes nothing. */
export interface Explainer extends AsyncDisposable {
  explain(statement: SentStatement): Promise<Plan>;
}

/** A database of the benchmark. */
export interface ScaleDatabase {
  openStore(): Promise<RegistryStore>;
  openFill(): Promise<FillConnection>;
  openExplainer(): Promise<Explainer>;
  /** Calls the listener for each statement of this process. @returns a function that stops it */
  record(listener: (statement: SentStatement) => void): () => void;
  /** Largest first. */
  listSizes(): Promise<TableSize[]>;
  /** The data folder of a server. */
  readonly dataFolder: string;
  /** Further variables of its environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Copies the database for a backup; undefined if the program for it is missing. */
  readonly backUp: ((target: string, signal: AbortSignal) => Promise<void>) | undefined;
}

/** A place for databases that outlives an interrupted run. */
export interface Engine {
  readonly title: string;
  /** The database of this name, which is made if it is not there. */
  openDatabase(name: string): Promise<ScaleDatabase>;
  /** Closes it. @param isDone - whether the databases are removed; otherwise the next run goes on with them */
  close(isDone: boolean): Promise<void>;
}
