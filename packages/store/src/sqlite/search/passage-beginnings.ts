// Beginnings of words in the index of passages, which has lists for those of three characters only. For others, FTS5 unites the
// lists of all words that begin so before it returns the first match. The words themselves as alternatives are read
// side by side, up to as many matches as are wanted.
import { sql } from 'kysely';
import { prepareQuery } from '../../sql/prepared-query.ts';
import type { Database } from '../../sql/schema.ts';

/** Each alternative is compared with each match. */
export const MAX_ALTERNATIVES = 48;

/** A beginning without a list of its own, which is always the last one, and what precedes it. */
const ENDS_WITH_BEGINNING = /^(?<others>.* AND )?"(?<mark>[\/@#=]?)(?<letters>[^"]+)" \*$/sv;
const LISTED = 3;

/** An expression that ends with a beginning. */
interface BeginningExpression {
  /** The expressions that precede it, with the operator that joins it; empty if there are none. */
  readonly others: string;
  readonly mark: string;
  readonly letters: string;
}

/** Takes an expression apart; undefined if it has no beginning without a list. */
export function readBeginning(expression: string): BeginningExpression | undefined {
  const { others = '', mark = '', letters = '' } = ENDS_WITH_BEGINNING.exec(expression)?.groups ?? {};
  return Array.from(mark + letters).length <= LISTED ? undefined : { others, mark, letters };
}

/** The same with whole words for the beginning. @param words - at least one */
export function withWords({ others, mark }: BeginningExpression, words: readonly string[]): string {
  return `${others}(${words.map((word) => `"${mark}${word}"`).join(' OR ')})`;
}

// From term to term: the words between them are not read.
const findTerms = prepareQuery(
  (_db, { beginning }: { beginning: string }) => sql<{ term: string }>`
    with recursive found (term, number) as (
      select (select term from passage_terms where term >= ${beginning} limit 1), 1
      union all
      select (select term from passage_terms where term >= found.term || char(1) limit 1), number + 1
      from found where substr(found.term, 1, length(${beginning})) = ${beginning} and number < ${sql.lit(MAX_ALTERNATIVES)}
    )
    select term from found where substr(term, 1, length(${beginning})) = ${beginning}`,
);

/** The first words of the index with the beginning. */
interface IndexedWords {
  readonly words: readonly string[];
  readonly areAll: boolean;
}

/** Finds words of the index. */
export async function findIndexedWords(
  db: Database,
  { mark, letters }: BeginningExpression,
): Promise<IndexedWords> {
  const terms = await findTerms(db, { beginning: mark + letters });
  return { words: terms.map(({ term }) => term.slice(mark.length)), areAll: terms.length < MAX_ALTERNATIVES };
}
