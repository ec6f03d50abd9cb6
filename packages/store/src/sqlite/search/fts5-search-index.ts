// Search with FTS5 of SQLite. It finds the Primes that match; search/ ranks them.
import { createPause } from '@prime-registry/concurrency';
import { type RawBuilder, sql } from 'kysely';
import type { IdLists } from '../../search/id-lists.ts';
import { createOrderReads } from '../../search/prime-orders.ts';
import { createRowReads } from '../../search/row-reads.ts';
import type { SearchEntry, SearchIndex } from '../../search/search-index.ts';
import type { EngineQueries, Source, WordSample } from '../../search/search-queries.ts';
import { createSearches } from '../../search/searches.ts';
import type { EntryTerms, Notation } from '../../search/words/search-terms.ts';
import { prepareQuery } from '../../sql/prepared-query.ts';
import type { Database } from '../../sql/schema.ts';
import { pauseOf } from '../../sql/transaction-pauses.ts';
import { sqliteInsideWrites } from './sqlite-inside.ts';
import { sqliteInsideReads } from './sqlite-inside-reads.ts';
import { sqliteVocabulary } from './sqlite-vocabulary.ts';

// sqlite.org/fts5.html, section 3
const notation: Notation = {
  exact: (term) => `"${term}"`,
  beginning: (beginning) => `"${beginning}" *`,
  all: (expressions) => expressions.join(' AND '),
  any: (expressions) => `(${expressions.join(' OR ')})`,
};

const INDEXES: Record<Source, RawBuilder<unknown>> = {
  own: sql.table('prime_search'),
  all: sql.table('content_search'),
};

const ID_LISTS: IdLists = {
  bind: (ids) => JSON.stringify(ids),
  isAmong: (bound) => sql`in (select value from json_each(${bound}))`,
};

/** A beginning that is longer than those in the index of what is inside Primes. */
const LONG_BEGINNING = /("[^"]{9,}") \*/gv;

/**
 * For a long beginning, FTS5 unites the lists of all its words before it returns the first match. If enough Primes have
 * the word as it is typed, their list alone will do.
 */
function withoutLongBeginnings(expression: string): string {
  return expression.replaceAll(LONG_BEGINNING, '$1');
}

interface MatchLimit {
  readonly expression: string;
  readonly limit: number;
}

const bySource = <Query>(prepare: (index: RawBuilder<unknown>) => Query): Record<Source, Query> => ({
  own: prepare(INDEXES.own),
  all: prepare(INDEXES.all),
});

// One row with all ids: a row of its own for each takes three times as long.
const FIND_IDS = bySource((index) =>
  prepareQuery(
    (_db, { expression, limit }: MatchLimit) => sql<{ total: number; ids: string | null }>`
      select count(*) as total, group_concat(id) as ids from (
        select rowid as id from ${index} where ${index} match ${expression} limit ${limit}
      )`,
  ),
);

const count = prepareQuery(
  (_db, { expression, limit }: MatchLimit) => sql<{ total: number }>`
    select count(*) as total from (
      select 1 from ${INDEXES.all} where ${INDEXES.all} match ${expression} limit ${limit}
    )`,
);

const sample = prepareQuery(
  (_db, { expression, limit }: MatchLimit) => sql<{
    count: number;
    lastId: number | null;
    maxId: number | null;
  }>`
    select count(*) as count, max(id) as lastId, (select max(prime_id) from search_entries) as maxId from (
      select rowid as id from ${INDEXES.all} where ${INDEXES.all} match ${expression} limit ${limit}
    )`,
);

function readIds(joined: string | null | undefined): number[] {
  return JSON.parse(`[${joined ?? ''}]`) as number[];
}

const countEach = prepareQuery(
  (_db, { expressions, most }: { expressions: string; most: number }) => sql<{ total: number }>`
    select (
      select count(*) from (
        select 1 from ${INDEXES.all} where ${INDEXES.all} match value limit ${most}
      )
    ) as total from json_each(${expressions}) order by key`,
);

const queries: EngineQueries = {
  ...createRowReads(ID_LISTS),
  ...createOrderReads(ID_LISTS),
  notation,
  inside: sqliteInsideReads,

  async findIds(db, source, expression, limit) {
    const [found] = await FIND_IDS[source](db, { expression, limit });
    return readIds(found?.ids);
  },

  async findFirstIds(db, source, expressions, most, known) {
    const found = new Set<number>();
    const pause = createPause();
    for (const expression of expressions) {
      if (known.size + found.size >= most) break;
      for (const id of await queries.findIds(db, source, expression, most))
        if (!known.has(id) && known.size + found.size < most) found.add(id);
      await pause();
    }
    return [...found];
  },

  async findMatches(db, expression, _fewest, most) {
    const whole = withoutLongBeginnings(expression);
    const [first] = whole === expression ? [] : await FIND_IDS.all(db, { expression: whole, limit: most });
    const [found] = first?.total === most ? [first] : await FIND_IDS.all(db, { expression, limit: most });
    let ids: readonly number[] | undefined;
    return {
      total: found?.total ?? 0,
      // Of a common word, only the number is needed.
      get ids() {
        ids ??= readIds(found?.ids);
        return ids;
      },
    };
  },

  async findOtherIds(db, expression, without, { limit, offset }) {
    const { rows } = await sql<{ id: number }>`
      select rowid as id from ${INDEXES.all} where ${INDEXES.all} match ${expression}
        and rowid not in (select value from json_each(${JSON.stringify(without)}))
      order by rowid limit ${limit} offset ${offset}`.execute(db);
    return rows.map(({ id }) => id);
  },

  async countMatches(db, expression, most) {
    return (await count(db, { expression, limit: most }))[0]?.total ?? 0;
  },

  async countEach(db, expressions, most) {
    const rows = await countEach(db, { expressions: JSON.stringify(expressions), most });
    return rows.map(({ total }) => total);
  },

  async sampleEach(db, expressions, size) {
    const samples: WordSample[] = [];
    const pause = createPause();
    for (const expression of expressions) {
      const [found] = await sample(db, { expression, limit: size });
      const { count = 0, lastId, maxId } = found ?? {};
      samples.push({ count, among: (count < size ? maxId : lastId) ?? 0 });
      await pause();
    }
    return samples;
  },
};

type EntryRow = Omit<SearchEntry, 'isDeprecated'> & { readonly isDeprecated: number };

const insertEntry = prepareQuery(
  (_db, { primeId, name, version, description, isDeprecated, labelTerms, descriptionTerms }: EntryRow) =>
    sql`
    insert into search_entries (prime_id, name, version, description, is_deprecated, label_terms, description_terms)
    values (${primeId}, ${name}, ${version}, ${description}, ${isDeprecated}, ${labelTerms}, ${descriptionTerms})
    on conflict (prime_id) do update set name = excluded.name, version = excluded.version,
      description = excluded.description, is_deprecated = excluded.is_deprecated, label_terms = excluded.label_terms,
      description_terms = excluded.description_terms`,
);

/** @returns whether the terms changed; most new versions have those of the previous one */
async function replaceEntry(db: Database, entry: SearchEntry): Promise<boolean> {
  const { primeId, labelTerms, descriptionTerms } = entry;
  const [known] = await findTerms(db, { primeId });
  const isIndexed = known?.labelTerms === labelTerms && known.descriptionTerms === descriptionTerms;
  if (known !== undefined && !isIndexed) await removeTerms(db, { primeId, ...known });
  await insertEntry(db, { ...entry, isDeprecated: entry.isDeprecated ? 1 : 0 });
  if (!isIndexed) await addTerms(db, { primeId, labelTerms, descriptionTerms });
  return !isIndexed;
}

const findTerms = prepareQuery(
  (_db, { primeId }: { readonly primeId: number }) => sql<EntryTerms>`
    select label_terms as labelTerms, description_terms as descriptionTerms
    from search_entries where prime_id = ${primeId}`,
);

interface IndexedTerms extends EntryTerms {
  readonly primeId: number;
}

const addTerms = prepareQuery(
  (_db, { primeId, labelTerms, descriptionTerms }: IndexedTerms) => sql`
    insert into prime_search (rowid, label_terms, description_terms)
    values (${primeId}, ${labelTerms}, ${descriptionTerms})`,
);

/** FTS5 needs the indexed terms to delete a row (sqlite.org/fts5.html, section 6.3). */
const removeTerms = prepareQuery(
  (_db, { primeId, labelTerms, descriptionTerms }: IndexedTerms) => sql`
    insert into prime_search (prime_search, rowid, label_terms, description_terms)
    values ('delete', ${primeId}, ${labelTerms}, ${descriptionTerms})`,
);

export const fts5SearchIndex: SearchIndex = {
  ...createSearches(queries, createPause),

  async replaceEntries(transaction, entries) {
    const pause = pauseOf(transaction);
    const changed: SearchEntry[] = [];
    for (const entry of entries) {
      if (await replaceEntry(transaction, entry)) changed.push(entry);
      // Yields to readers: a long description takes milliseconds.
      await pause();
    }
    return changed;
  },

  async removeEntry(transaction, primeId) {
    const [known] = await findTerms(transaction, { primeId });
    if (known === undefined) return;
    await removeTerms(transaction, { primeId, ...known });
    await sql`delete from search_entries where prime_id = ${primeId}`.execute(transaction);
  },

  async empty(transaction) {
    for (const table of ['search_entries', 'search_contents', 'search_passages', 'search_spellings'])
      await sql`delete from ${sql.table(table)}`.execute(transaction);
    // sqlite.org/fts5.html, section 6.4
    for (const table of ['prime_search', 'content_search', 'passage_search'])
      await sql`insert into ${sql.table(table)} (${sql.ref(table)}) values ('delete-all')`.execute(
        transaction,
      );
  },

  vocabulary: sqliteVocabulary,
  inside: sqliteInsideWrites,
};
