// Fills the vocabulary from what a database has indexed already.
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../sql/schema.ts';
import { type EntryTerms, listWords } from './search-terms.ts';
import { learnWords, type VocabularyQueries } from './vocabulary.ts';

const BATCH_ENTRIES = 500;

/** Learns the words of all entries, some of them at a time. */
export async function learnEntries(queries: VocabularyQueries, db: Kysely<Schema>): Promise<void> {
  for (let lastId = 0; ; ) {
    const { rows } = await sql<EntryTerms & { id: number }>`
      select prime_id as id, label_terms as "labelTerms", description_terms as "descriptionTerms"
      from search_entries where prime_id > ${lastId}
      order by prime_id limit ${sql.lit(BATCH_ENTRIES)}`.execute(db);
    await learnWords(queries, db, rows.flatMap(listWords));
    lastId = rows.at(-1)?.id ?? lastId;
    if (rows.length < BATCH_ENTRIES) return;
  }
}
