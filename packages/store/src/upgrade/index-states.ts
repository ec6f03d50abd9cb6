// Whether the search index is whole. It can be made again from the other tables, so migrations leave it empty and the program
// that starts next fills it, in today's form.
import { RegistryError } from '@prime-registry/protocol';
import type { Kysely } from 'kysely';
import type { IndexState, Schema } from '../sql/schema.ts';

/**
 * The form of the search index: raise it by one with every change of what is stored for the same Primes, such as how words are
 * split or marked. Databases with another form are rebuilt when a server starts.
 */
export const SEARCH_FORM = 1;

/** The form of an index that has to be made again. */
export const NO_FORM = 0;

/** The name of the search index in `index_states`. */
const SEARCH_INDEX = 'search';

/** Runs a search, when the index is whole. @throws RegistryError `index_rebuilding` */
export type WhenWhole = <T>(search: () => Promise<T>) => Promise<T>;

/** Makes what every search goes through. */
export function createSearchGate(reader: Kysely<Schema>): WhenWhole {
  // While a program runs, no index of its form becomes stale: only an upgrade, with all servers stopped, makes one so.
  let isWhole = false;
  return async (search) => {
    isWhole ||= await isSearchWhole(reader);
    if (isWhole) return search();
    throw new RegistryError('index_rebuilding', {
      detail: 'The search index is being rebuilt after an upgrade; everything else is served.',
    });
  };
}

/** Whether everything that is to be found is in the index, in the form of this program. */
export async function isSearchWhole(db: Kysely<Schema>): Promise<boolean> {
  return (await findSearchState(db)).form === SEARCH_FORM;
}

export function findSearchState(db: Kysely<Schema>): Promise<IndexState> {
  return db.selectFrom('index_states').where('name', '=', SEARCH_INDEX).selectAll().executeTakeFirstOrThrow();
}

export async function setSearchState(db: Kysely<Schema>, change: Partial<IndexState>): Promise<void> {
  await db.updateTable('index_states').set(change).where('name', '=', SEARCH_INDEX).execute();
}

/** Without Primes there is nothing to rebuild: a new database is ready at once. */
export async function settleEmptyIndexes(db: Kysely<Schema>): Promise<void> {
  await db
    .updateTable('index_states')
    .set({ form: SEARCH_FORM })
    .where('name', '=', SEARCH_INDEX)
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('primes').select('id'))))
    .execute();
}
