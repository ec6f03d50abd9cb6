// Search with the full-text index of PostgreSQL. It finds the Primes that match; search/ ranks them.
import { sql } from 'kysely';
import type { IdLists } from '../../search/id-lists.ts';
import { createOrderReads } from '../../search/prime-orders.ts';
import { createRowReads } from '../../search/row-reads.ts';
import type { SearchEntry, SearchIndex } from '../../search/search-index.ts';
import type { EngineQueries } from '../../search/search-queries.ts';
import { createSearches } from '../../search/searches.ts';
import type { Notation } from '../../search/words/search-terms.ts';
import { prepareQuery } from '../../sql/prepared-query.ts';
import { beginningExpression } from './beginnings.ts';
import { cutLexeme, toLexemes } from './lexemes.ts';
import { postgresInsideWrites } from './postgres-inside.ts';
import { postgresInsideReads } from './postgres-inside-reads.ts';
import { postgresVocabulary } from './postgres-vocabulary.ts';
import { listStageMarks } from './search-stages.ts';
import { countEach, findFirstIds, findIds, findMatches, findOtherIds, sampleEach } from './staged-queries.ts';

// Most new versions have the terms of the previous one. Then the full-text index stays as it is.
const replaceEntry = prepareQuery(
  (_db, entry: SearchEntry & { readonly lexemes: readonly string[]; readonly deprecated: number }) => sql<{
    isIndexed: boolean | null;
  }>`
    insert into search_entries (prime_id, name, version, description, is_deprecated, label_terms, description_terms, terms)
    values (${entry.primeId}, ${entry.name}, ${entry.version}, ${entry.description}, ${entry.deprecated}::integer, ${entry.labelTerms},
      ${entry.descriptionTerms}, array_to_tsvector(${entry.lexemes}::text[]))
    on conflict (prime_id) do update set
      version = excluded.version,
      description = excluded.description,
      is_deprecated = excluded.is_deprecated,
      label_terms = excluded.label_terms,
      description_terms = excluded.description_terms,
      terms = excluded.terms
    returning (
      select known.label_terms = ${entry.labelTerms} and known.description_terms = ${entry.descriptionTerms}
      from search_entries as known where known.prime_id = ${entry.primeId}
    ) as "isIndexed"`,
);

function listLexemes({ primeId, labelTerms, descriptionTerms }: SearchEntry): string[] {
  return [...toLexemes(`${labelTerms}${descriptionTerms}`), ...listStageMarks(primeId)];
}

// In quotes, no character of a term is syntax (postgresql.org/docs/current/datatype-textsearch.html, 8.11.2).
const notation: Notation = {
  exact: (term) => `'${cutLexeme(term)}'`,
  beginning: (beginning) => beginningExpression(beginning, (term) => `'${cutLexeme(term)}'`),
  all: (expressions) => expressions.join(' & '),
  any: (expressions) => `(${expressions.join(' | ')})`,
};

const ID_LISTS: IdLists = {
  bind: (ids) => ids,
  isAmong: (bound) => sql`= any(${bound}::bigint[])`,
};

const queries: EngineQueries = {
  ...createRowReads(ID_LISTS),
  ...createOrderReads(ID_LISTS),
  notation,
  inside: postgresInsideReads,
  findIds,
  findFirstIds,
  findMatches,
  findOtherIds,
  async countMatches(db, expression, most) {
    const [total = 0] = await countEach(db, [expression], most);
    return total;
  },
  countEach,
  sampleEach,
};

export const tsvectorSearchIndex: SearchIndex = {
  ...createSearches(queries),

  async replaceEntries(transaction, entries) {
    const replaced = await replaceEntry.each(
      transaction,
      entries.map((entry) => ({
        ...entry,
        deprecated: entry.isDeprecated ? 1 : 0,
        lexemes: listLexemes(entry),
      })),
    );
    return entries.filter((_, index) => replaced[index]?.[0]?.isIndexed !== true);
  },

  async removeEntry(transaction, primeId) {
    await sql`delete from search_entries where prime_id = ${primeId}`.execute(transaction);
  },

  async empty(transaction) {
    await sql`truncate search_entries, search_contents, search_passages, search_spellings`.execute(
      transaction,
    );
  },

  vocabulary: postgresVocabulary,
  inside: postgresInsideWrites,
};
