// Puts the parts of the store together over one engine's connections.
import { type Kysely, sql, type Transaction } from 'kysely';
import { createAtomStore } from './atoms/create-atom-store.ts';
import { createAuditStore } from './audit-log.ts';
import { createBlobReferences } from './blob-references.ts';
import { createCatalogueStore } from './catalogue.ts';
import { createDownloadStore } from './downloads.ts';
import { createMirrorStore } from './mirrored.ts';
import type { RegistryStore } from './registry-store.ts';
import type { Schema } from './schema.ts';
import type { SearchIndex } from './search-index.ts';
import { createTokenStore } from './tokens.ts';
import { createVersionStore } from './versions.ts';
import { createWholeVersionStore } from './whole-versions.ts';

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

export function createSqlStore(deps: SqlStoreDeps): RegistryStore {
  const { reader, searchIndex, close } = deps;
  return {
    ...createVersionStore(deps),
    ...createWholeVersionStore(deps),
    ...createAtomStore(deps),
    ...createTokenStore(deps),
    ...createAuditStore(deps),
    ...createBlobReferences(deps),
    ...createCatalogueStore(deps),
    ...createDownloadStore(deps),
    ...createMirrorStore(deps),
    search: (query) => searchIndex.search(reader, query),
    searchRich: (query) => searchIndex.searchRich(reader, query),
    async ping() {
      await sql`select 1 from primes limit 1`.execute(reader);
    },
    findDefects: deps.findDefects,
    changeStamp: deps.changeStamp,
    async close() {
      await close();
    },
  };
}
