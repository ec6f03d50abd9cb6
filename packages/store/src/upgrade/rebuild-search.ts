// Rebuilds the search index: Prime by Prime, by ascending id, in transactions that store the progress. A
// publish indexes its own Prime as usual. When the rebuild reaches that Prime, it replaces the rows.
import { scopeOf } from '@prime-registry/protocol';
import type { IndexStore, RebuildStep } from '../contracts/search/index-store.ts';
import type { SqlStoreDeps } from '../engine.ts';
import { fillSearch } from '../search/fill-search.ts';
import type { IndexState, Transaction } from '../sql/schema.ts';
import { NO_FORM, SEARCH_FORM } from './index-forms.ts';
import { findSearchState, isSearchWhole, setSearchState } from './index-states.ts';

// Publishes wait for a step of the rebuild, in SQLite for every step, so a step takes about this long.
const PIECE_MS = 100;
const MOST_PRIMES = 200;

export function createIndexStore({ transact, locks, reader, searchIndex }: SqlStoreDeps): IndexStore {
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
        primes.map(({ name }) => scopeOf(name)),
      );
      if (!(await isNext(transaction, rebuiltTo))) return false;
      if (lastId === undefined) {
        // From now on, a publish indexes its Prime.
        await setSearchState(transaction, { form: SEARCH_FORM, rebuilding_form: null, rebuilt_to: null });
        return true;
      }
      await setSearchState(transaction, { rebuilt_to: lastId });
      await fillSearch(
        searchIndex,
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

/** Whether the rebuild is still at this Prime: no other process has continued it. */
async function isNext(transaction: Transaction, rebuiltTo: number | undefined): Promise<boolean> {
  const state = await findSearchState(transaction);
  return state.form !== SEARCH_FORM && rebuiltToOf(state) === rebuiltTo;
}

/** The last Prime that a rebuild in the current form has indexed; undefined if none has begun. */
function rebuiltToOf({ rebuilding_form, rebuilt_to }: IndexState): number | undefined {
  return rebuilding_form === SEARCH_FORM ? (rebuilt_to ?? undefined) : undefined;
}
