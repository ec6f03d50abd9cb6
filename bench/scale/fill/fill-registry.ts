// Fills a database of any size, in steps that an interrupted run goes on with: rows, indexes, the index of search, the log.

import type { Transaction } from 'kysely';
import { fillSearch } from '../../../packages/store/src/search/fill-search.ts';
import type { Schema } from '../../../packages/store/src/sql/schema.ts';
import type { FillConnection, ScaleDatabase } from '../engines/engine.ts';
import { makeRows } from './batch-rows.ts';
import { type Batch, type Corpus, listBatches } from './corpus.ts';
import { createProgress, type Progress } from './progress.ts';

/** What is done: a row for each batch of a step. The table stays in the database. */
const DONE = 'create table if not exists bench_fill (step text, batch integer, primary key (step, batch))';

const COUNT_SCOPES = `
  insert into scope_usage (scope, versions, size_bytes)
  select scope, count(*), sum(size_bytes) from versions group by scope`;

// As after an upgrade from before the log: its entries are made by the code of the server.
const BEGIN_LOG = 'update log_state set backfill_end = (select coalesce(max(id), 0) from versions)';
const LOGGED_AT_ONCE = 5000;

/** The time of each step of this run, in seconds. A step that was done before takes none. */
export type FillTimes = Readonly<Record<string, number>>;

/** Fills the database, or what is missing of it. */
export async function fillRegistry(
  database: ScaleDatabase,
  corpus: Corpus,
  signal: AbortSignal,
): Promise<FillTimes> {
  const times: Record<string, number> = {};
  const time = async (step: string, work: () => Promise<void>): Promise<void> => {
    const startMs = performance.now();
    await work();
    times[step] = (performance.now() - startMs) / 1000;
  };
  {
    await using to = await database.openFill();
    await to.query(DONE);
    const fill = createFill(to, corpus, signal);
    await time('rows', fill.rows);
    await time('indexes', fill.indexes);
    await time('search', fill.search);
    await time('word indexes', fill.words);
  }
  await time('log', () => fillLog(database, corpus, signal));
  await using to = await database.openFill();
  await time('statistics', () => once(to, 'settled', () => to.settle()));
  return times;
}

function createFill(to: FillConnection, corpus: Corpus, signal: AbortSignal) {
  return {
    async rows() {
      await once(to, 'indexes dropped', to.dropIndexes);
      await eachBatch(to, 'rows', { corpus, signal }, (batch) =>
        to.transact(async (insert) => {
          for (const [table, rows] of await makeRows(batch, corpus.atoms)) await insert(table, rows);
          await insert('bench_fill', [{ step: 'rows', batch: batch.number }]);
        }),
      );
    },
    async indexes() {
      await once(to, 'indexes', async () => {
        await to.query(COUNT_SCOPES);
        await to.restoreIndexes('plain');
        await to.query(BEGIN_LOG);
      });
    },
    search: () =>
      eachBatch(to, 'search', { corpus, signal }, async ({ firstPrimeId, primes, number }) => {
        const ids = primes.map((_, index) => firstPrimeId + index);
        await to.indexing((db) => fillSearch(to.searchIndex, db as Transaction<Schema>, ids));
        await to.insert('bench_fill', [{ step: 'search', batch: number }]);
      }),
    words: () => once(to, 'word indexes', () => to.restoreIndexes('words')),
  };
}

async function fillLog(database: ScaleDatabase, corpus: Corpus, signal: AbortSignal): Promise<void> {
  const store = await database.openStore();
  try {
    const progress = createProgress('log', corpus.versions);
    for (;;) {
      signal.throwIfAborted();
      const { done, of } = await store.backfillLog(LOGGED_AT_ONCE, Date.now());
      progress.reach(done);
      if (done >= of) return;
    }
  } finally {
    await store.close();
  }
}

async function once(to: FillConnection, step: string, work: () => Promise<void>): Promise<void> {
  if ((await listDone(to, step)).size > 0) return;
  console.error(`  ${step} …`);
  await work();
  await to.insert('bench_fill', [{ step, batch: 0 }]);
}

async function eachBatch(
  to: FillConnection,
  step: string,
  { corpus, signal }: { readonly corpus: Corpus; readonly signal: AbortSignal },
  work: (batch: Batch) => Promise<void>,
): Promise<void> {
  const done = await listDone(to, step);
  const progress: Progress = createProgress(step, corpus.count);
  const batches = listBatches(corpus);
  const fillNext = async (): Promise<void> => {
    for (const batch of batches) {
      signal.throwIfAborted();
      if (!done.has(batch.number)) await work(batch);
      progress.add(batch.primes.length);
    }
  };
  await Promise.all(Array.from({ length: to.parallel }, fillNext));
}

async function listDone(to: FillConnection, step: string): Promise<Set<number>> {
  const rows = await to.query(`select batch from bench_fill where step = '${step}'`);
  return new Set(rows.map(({ batch }) => Number(batch)));
}
