// Puts the parts of the store together over one engine's connections.
import { type Kysely, sql } from 'kysely';
import type { RegistryStore } from './registry-store.ts';
import type { Schema } from './schema.ts';
import type { SearchIndex } from './search-index.ts';
import { createTokenStore } from './tokens.ts';
import { createVersionStore } from './versions.ts';

/** What the store works with. */
export interface SqlStoreDeps {
  /** For transactions. */
  readonly writer: Kysely<Schema>;
  /** For single reads; sees what the writer has committed. */
  readonly reader: Kysely<Schema>;
  readonly searchIndex: SearchIndex;
  /** Closes both; does nothing a second time. What is asked of the store afterwards fails as unavailable. */
  readonly close: () => void;
}

export function createSqlStore(deps: SqlStoreDeps): RegistryStore {
  const { reader, searchIndex, close } = deps;
  return {
    ...createVersionStore(deps),
    ...createTokenStore(deps),
    search: (query) => searchIndex.search(reader, query),
    async ping() {
      await sql`select 1 from primes limit 1`.execute(reader);
    },
    async close() {
      close();
    },
  };
}
