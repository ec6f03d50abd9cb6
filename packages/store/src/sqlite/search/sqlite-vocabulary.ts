// The vocabulary in SQLite. Lists are passed as JSON, so that the query is the same for every length.
import { sql } from 'kysely';
import type { VocabularyQueries } from '../../search/words/vocabulary.ts';
import { prepareQuery } from '../../sql/prepared-query.ts';

interface ListValue {
  /** JSON. */
  readonly list: string;
}

const findUnknown = prepareQuery(
  (_db, { list }: ListValue) => sql<{ word: string }>`
    select value ->> 'word' as word from json_each(${list})
    where not exists (
      select 1 from search_spellings
      where spelling = value ->> 'spelling' and search_spellings.word = value ->> 'word'
    )`,
);
const insert = prepareQuery(
  (_db, { list }: ListValue) => sql`
    insert or ignore into search_spellings (spelling, word)
    select value ->> 'spelling', value ->> 'word' from json_each(${list})`,
);

export const sqliteVocabulary: VocabularyQueries = {
  async listUnknown(db, spellings) {
    const rows = await findUnknown(db, { list: JSON.stringify(spellings) });
    return rows.map(({ word }) => word);
  },

  async insertSpellings(db, spellings) {
    await insert(db, { list: JSON.stringify(spellings) });
  },
};
