// The vocabulary in PostgreSQL. Lists are passed as arrays, so that the query is the same for every length.
import { sql } from 'kysely';
import type { VocabularyQueries } from '../search/words/vocabulary.ts';

export const postgresVocabulary: VocabularyQueries = {
  async listUnknown(db, spellings) {
    const { rows } = await sql<{ word: string }>`
      select asked.word from unnest(${spellings.map(({ spelling }) => spelling)}::text[],
        ${spellings.map(({ word }) => word)}::text[]) as asked (spelling, word)
      where not exists (
        select 1 from search_spellings as known
        where known.spelling = asked.spelling and known.word = asked.word
      )`.execute(db);
    return rows.map(({ word }) => word);
  },

  async insertSpellings(db, spellings) {
    await sql`
      insert into search_spellings (spelling, word)
      select * from unnest(${spellings.map(({ spelling }) => spelling)}::text[],
        ${spellings.map(({ word }) => word)}::text[])
      on conflict do nothing`.execute(db);
  },
};
