// The vocabulary in SQLite. Lists are passed as JSON, so that the query is the same for every length.
import { sql } from 'kysely';
import type { VocabularyQueries } from '../search/words/vocabulary.ts';

export const sqliteVocabulary: VocabularyQueries = {
  async listUnknown(db, spellings) {
    const { rows } = await sql<{ word: string }>`
      select value ->> 'word' as word from json_each(${JSON.stringify(spellings)})
      where not exists (
        select 1 from search_spellings
        where spelling = value ->> 'spelling' and search_spellings.word = value ->> 'word'
      )`.execute(db);
    return rows.map(({ word }) => word);
  },

  async insertSpellings(db, spellings) {
    await sql`
      insert or ignore into search_spellings (spelling, word)
      select value ->> 'spelling', value ->> 'word' from json_each(${JSON.stringify(spellings)})`.execute(db);
  },
};
