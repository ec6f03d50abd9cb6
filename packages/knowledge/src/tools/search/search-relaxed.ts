// A search that goes on with fewer words if no Prime has all of them: models write whole sentences, and a second call
// would cost them a turn.
import type { KnowledgeHits, KnowledgeQuery, KnowledgeSource } from '../../source/knowledge-source.ts';
import { readOptions, type ToolOptions } from '../tool-options.ts';

/** Most searches with fewer words. */
const MAX_RETRIES = 4;
/** Fewest characters of a word that is searched alone. */
const MIN_LAST_WORD = 4;

/** The result, and the words that it is for if they are fewer than those of the query. */
export interface RelaxedHits extends KnowledgeHits {
  readonly fewerWords: string | undefined;
}

/** Searches; without a result, searches without the shortest words, which say least in most languages. */
export async function searchRelaxed(
  source: KnowledgeSource,
  query: KnowledgeQuery,
  options: ToolOptions,
): Promise<RelaxedHits> {
  const first = await source.search(query, readOptions(options));
  if (first.total > 0) return { ...first, fewerWords: undefined };
  for (const text of listShorter(query.text)) {
    options.signal?.throwIfAborted();
    const hits = await source.search({ ...query, text }, readOptions(options));
    if (hits.total > 0) return { ...hits, fewerWords: text };
  }
  return { ...first, fewerWords: undefined };
}

/** Queries of fewer and fewer words, in the order of the query. */
function listShorter(text: string): string[] {
  const words = [...new Set(text.split(/\s+/))];
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  const sizes = Array.from({ length: Math.min(MAX_RETRIES, words.length - 1) }, (_, index) => index + 1);
  return sizes
    .reverse()
    .map((size) => {
      const kept = new Set(longestFirst.slice(0, size));
      return words.filter((word) => kept.has(word));
    })
    .filter((kept) => kept.length > 1 || (kept[0]?.length ?? 0) >= MIN_LAST_WORD)
    .map((kept) => kept.join(' '));
}
