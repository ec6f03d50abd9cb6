// The vocabulary in PostgreSQL. Lists are passed as arrays, so that the query is the same for every length.
import type { Spelling } from '@prime-registry/atoms';
import { sql } from 'kysely';
import type { VocabularyQueries } from '../../search/words/vocabulary.ts';
import { prepareQuery } from '../../sql/prepared-query.ts';

interface Columns {
  readonly spellings: readonly string[];
  readonly words: readonly string[];
}

const findUnknown = prepareQuery(
  (_, { spellings, words }: Columns) => sql<{ word: string }>`
    select asked.word from unnest(${spellings}::text[], ${words}::text[]) as asked (spelling, word)
    where not exists (
      select 1 from search_spellings as known
      where known.spelling = asked.spelling and known.word = asked.word
    )`,
);
const insert = prepareQuery(
  (_, { spellings, words }: Columns) => sql`
    insert into search_spellings (spelling, word)
    select * from unnest(${spellings}::text[], ${words}::text[])
    on conflict do nothing`,
);

export const postgresVocabulary: VocabularyQueries = {
  async listUnknown(db, spellings) {
    return (await findUnknown(db, toColumns(spellings))).map(({ word }) => word);
  },

  async insertSpellings(db, spellings) {
    await insert(db, toColumns(spellings));
  },
};

function toColumns(spellings: readonly Spelling[]): Columns {
  return { spellings: spellings.map(({ spelling }) => spelling), words: spellings.map(({ word }) => word) };
}
