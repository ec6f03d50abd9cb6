// Whether the search index is complete. It can be rebuilt from the other tables, so migrations leave it
// empty, and the next server fills it in the current form.
import { RegistryError } from '@prime-registry/protocol';
import type { Database, IndexState } from '../sql/schema.ts';
import { SEARCH_FORM, SEARCH_INDEX } from './index-forms.ts';

/** Runs a search if the index is complete. @throws RegistryError `index_rebuilding` */
export type WhenWhole = <T>(search: () => Promise<T>) => Promise<T>;

/** Creates the gate that every search passes. */
export function createSearchGate(reader: Database): WhenWhole {
  // Cached: only an upgrade makes an index stale, and all servers are stopped for it.
  let isWhole = false;
  return async (search) => {
    isWhole ||= await isSearchWhole(reader);
    if (isWhole) return search();
    throw new RegistryError('index_rebuilding', {
      detail: 'The search index is being rebuilt after an upgrade; everything else is served.',
    });
  };
}

/** Whether the index is complete, in the form of this program. */
export async function isSearchWhole(db: Database): Promise<boolean> {
  return (await findSearchState(db)).form === SEARCH_FORM;
}

export function findSearchState(db: Database): Promise<IndexState> {
  return db.selectFrom('index_states').where('name', '=', SEARCH_INDEX).selectAll().executeTakeFirstOrThrow();
}

export async function setSearchState(db: Database, change: Partial<IndexState>): Promise<void> {
  await db.updateTable('index_states').set(change).where('name', '=', SEARCH_INDEX).execute();
}

/** Marks the index of a database without Primes as complete, because there is nothing to rebuild. */
export async function settleEmptyIndexes(db: Database): Promise<void> {
  await db
    .updateTable('index_states')
    .set({ form: SEARCH_FORM })
    .where('name', '=', SEARCH_INDEX)
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('primes').select('id'))))
    .execute();
}
