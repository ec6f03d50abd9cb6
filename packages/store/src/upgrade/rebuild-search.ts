// The rebuild of the search index: Prime by Prime in the order of their ids, in transactions that note how far they came. A
// publish indexes its own Prime as ever. When the rebuild comes to that Prime, it makes its rows again.
import type { Transaction } from 'kysely';
import type { IndexStore, RebuildStep } from '../contracts/index-store.ts';
import type { SqlStoreDeps } from '../engine.ts';
import { createSearchFiller } from '../search/fill-search.ts';
import type { IndexState, Schema } from '../sql/schema.ts';
import { findSearchState, isSearchWhole, NO_FORM, SEARCH_FORM, setSearchState } from './index-states.ts';

// A publish waits for a piece of the rebuild, in SQLite for any, so a piece takes about this long.
const PIECE_MS = 100;
const MOST_PRIMES = 200;

type Deps = Pick<SqlStoreDeps, 'transact' | 'locks' | 'reader' | 'searchIndex'>;

export function createIndexStore({ transact, locks, reader, searchIndex }: Deps): IndexStore {
  const fillSearch = createSearchFiller(searchIndex);
  let primesOfPiece = 1;

  async function fillNext(rebuiltTo: number): Promise<RebuildStep> {
    const primes = await reader
      .selectFrom('primes')
      .where('id', '>', rebuiltTo)
      .orderBy('id')
      .limit(primesOfPiece)
      .select(['id', 'name'])
      .execute();
    const startedAtMs = performance.now();
    const lastId = primes.at(-1)?.id;
    const isDone = await transact(async (transaction) => {
      if (!(await locks.tryLockRebuild(transaction))) return false;
      await locks.lockScopes(
        transaction,
        primes.map(({ name }) => name.slice(0, name.indexOf('/'))),
      );
      if (!(await isNext(transaction, rebuiltTo))) return false;
      if (lastId === undefined) {
        // Primes that come now are indexed by their publish.
        await setSearchState(transaction, { form: SEARCH_FORM, rebuilding_form: null, rebuilt_to: null });
        return true;
      }
      await setSearchState(transaction, { rebuilt_to: lastId });
      await fillSearch(
        transaction,
        primes.map(({ id }) => id),
      );
      return true;
    });
    if (!isDone) return { kind: 'elsewhere', share: await shareOf(rebuiltTo) };
    if (lastId === undefined) return { kind: 'whole' };
    adjust(performance.now() - startedAtMs);
    return { kind: 'going-on', share: await shareOf(lastId) };
  }

  async function begin(): Promise<RebuildStep> {
    const isDone = await transact(async (transaction) => {
      if (!(await locks.tryLockRebuild(transaction))) return false;
      await locks.lockPublishes(transaction);
      if (!(await isNext(transaction, undefined))) return false;
      await setSearchState(transaction, { form: NO_FORM, rebuilding_form: SEARCH_FORM, rebuilt_to: 0 });
      await searchIndex.empty(transaction);
      return true;
    });
    return { kind: isDone ? 'going-on' : 'elsewhere', share: 0 };
  }

  function adjust(tookMs: number): void {
    const fitting = tookMs > 0 ? (primesOfPiece * PIECE_MS) / tookMs : MOST_PRIMES;
    primesOfPiece = Math.max(1, Math.min(MOST_PRIMES, 2 * primesOfPiece, Math.floor(fitting)));
  }

  async function shareOf(primeId: number): Promise<number> {
    const { last } = await reader
      .selectFrom('primes')
      .select(({ fn }) => fn.max('id').as('last'))
      .executeTakeFirstOrThrow();
    return last === null ? 1 : Math.min(1, primeId / last);
  }

  return {
    isSearchWhole: () => isSearchWhole(reader),
    async rebuildSearch() {
      const state = await findSearchState(reader);
      if (state.form === SEARCH_FORM) return { kind: 'whole' };
      const rebuiltTo = rebuiltToOf(state);
      return rebuiltTo === undefined ? begin() : fillNext(rebuiltTo);
    },
  };
}

/** Whether a rebuild is where it was when this process looked: no other one has gone on with it. */
async function isNext(transaction: Transaction<Schema>, rebuiltTo: number | undefined): Promise<boolean> {
  const state = await findSearchState(transaction);
  return state.form !== SEARCH_FORM && rebuiltToOf(state) === rebuiltTo;
}

/** The last Prime that a rebuild in today's form has come to; undefined when none has begun. */
function rebuiltToOf({ rebuilding_form, rebuilt_to }: IndexState): number | undefined {
  return rebuilding_form === SEARCH_FORM ? (rebuilt_to ?? undefined) : undefined;
}
