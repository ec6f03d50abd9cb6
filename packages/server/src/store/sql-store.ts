// Puts the parts of the store together over one engine's connections.
import { type Kysely, sql, type Transaction } from 'kysely';
import { createAuditStore } from './audit-log.ts';
import { createBlobReferences } from './blob-references.ts';
import type { RegistryStore } from './registry-store.ts';
import type { Schema } from './schema.ts';
import type { SearchIndex } from './search-index.ts';
import { createTokenStore } from './tokens.ts';
import { createVersionStore } from './versions.ts';
import { createWholeVersionStore } from './whole-versions.ts';

/**
 * Runs work in a transaction that can write; commits it, or undoes it when the work fails. Of all processes one at a time
 * writes, and whoever has waited too long for the others fails.
 * @param sinceMs - since when it waits, by performance.now(); since now unless told otherwise.
 */
export type Transact = <T>(
  work: (transaction: Transaction<Schema>) => Promise<T>,
  sinceMs?: number,
) => Promise<T>;

/** What the store works with. */
export interface SqlStoreDeps {
  /** For everything that writes. */
  readonly transact: Transact;
  /** For single reads; sees what was committed. */
  readonly reader: Kysely<Schema>;
  readonly searchIndex: SearchIndex;
  /** Reads all of the database and says what is wrong with it. */
  readonly findDefects: () => Promise<string[]>;
  /** Another number after every commit. */
  readonly changeStamp: () => number;
  /** Closes both; does nothing a second time. What is asked of the store afterwards fails as unavailable. */
  readonly close: () => void;
}

export function createSqlStore(deps: SqlStoreDeps): RegistryStore {
  const { reader, searchIndex, close } = deps;
  return {
    ...createVersionStore(deps),
    ...createWholeVersionStore(deps),
    ...createTokenStore(deps),
    ...createAuditStore(deps),
    ...createBlobReferences(deps),
    search: (query) => searchIndex.search(reader, query),
    async ping() {
      await sql`select 1 from primes limit 1`.execute(reader);
    },
    findDefects: deps.findDefects,
    changeStamp: deps.changeStamp,
    async close() {
      close();
    },
  };
}
