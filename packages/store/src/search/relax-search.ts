// A relaxed search: most of the words, if all together find nothing.
import { splitWords } from '@prime-registry/atoms';
import type { RelaxedSearch, RichSearchQuery } from '../contracts/search/rich-search-store.ts';
import type { SearchQueries } from './search-queries.ts';
import { correctTerms } from './words/correct-terms.ts';
import { filterExpressions } from './words/filter-terms.ts';
import { matchExpression, readSearchTerms } from './words/search-terms.ts';

/** A longer search uses only its first words: each costs a query. */
const MAX_WORDS = 12;
const MAX_CHOICES = 3;
/** Higher numbers of Primes make no difference. */
const MAX_COUNTED = 1000;

/**
 * Drops the words without a match, even as mistyped words, and then as few others as possible. The result with the most Primes
 * is first.
 */
export async function relaxSearch(
  queries: SearchQueries,
  { text, filters = {} }: Pick<RichSearchQuery, 'text' | 'filters'>,
): Promise<RelaxedSearch[]> {
  const words = [...new Set(text.split(/\s+/))]
    .filter((word) => splitWords(word).length > 0)
    .slice(0, MAX_WORDS);
  const asked = filterExpressions(filters, queries.notation);
  /** What mistyped words mean. A search for them corrects them itself, and says so. */
  const meant = new Map<string, string>();
  const count = (some: readonly string[], most: number): Promise<number> => {
    const terms = readSearchTerms(some.map((word) => meant.get(word) ?? word).join(' '));
    if (terms === undefined) return Promise.resolve(0);
    const expression = queries.notation.all([...asked, matchExpression(terms, queries.notation)]);
    return queries.countMatches(expression, most);
  };
  const describe = (kept: readonly string[], total: number): RelaxedSearch => ({
    text: kept.join(' '),
    without: words.filter((word) => !kept.includes(word)),
    total,
  });

  const known: string[] = [];
  for (const word of words) {
    if ((await count([word], 1)) > 0) known.push(word);
    else if (words.length > 1) {
      const correction = await correctWord(queries, word);
      if (correction === undefined) continue;
      meant.set(word, correction);
      if ((await count([word], 1)) > 0) known.push(word);
    }
  }
  if (known.length === 0) return [];
  if (known.length < words.length) {
    const total = await count(known, MAX_COUNTED);
    if (total > 0) return [describe(known, total)];
  }
  const choices: RelaxedSearch[] = [];
  for (const left of known.length > 1 ? known : []) {
    const kept = known.filter((word) => word !== left);
    const total = await count(kept, MAX_COUNTED);
    if (total > 0) choices.push(describe(kept, total));
  }
  if (choices.length > 0) return choices.sort((a, b) => b.total - a.total).slice(0, MAX_CHOICES);
  const kept: string[] = [];
  for (const word of known) if ((await count([...kept, word], 1)) > 0) kept.push(word);
  return [describe(kept, await count(kept, MAX_COUNTED))];
}

/** The word that was meant; undefined if none is alike. */
async function correctWord(queries: SearchQueries, word: string): Promise<string | undefined> {
  const terms = readSearchTerms(word);
  if (terms === undefined) return undefined;
  const correction = await correctTerms(queries, terms, (expression) => expression);
  return correction && [...correction.terms.words, correction.terms.last].join(' ');
}
