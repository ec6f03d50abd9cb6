// How rare the words of a search are: a rare word says more about what is wanted.
import type { SearchQueries, WordSample } from './search-queries.ts';
import type { SearchTerms } from './words/search-terms.ts';

/** Sample size: the range of ids of the first matches gives an estimate of all. */
const RARITY_SAMPLE = 300;

/** The rarities of the words, as logarithms; empty for a single word, where they make no difference. */
export async function measureRarities(
  { notation, sampleEach }: SearchQueries,
  { words, last }: SearchTerms,
): Promise<Map<string, number>> {
  const rarities = new Map<string, number>();
  if (words.length === 0) return rarities;
  // The last one as a whole word first: an index that merges the words with a long prefix takes a hundred times as long.
  const typed = [...words, last];
  const samples = await sampleEach(typed.map(notation.exact), RARITY_SAMPLE);
  if (samples.at(-1)?.count === 0)
    samples.splice(-1, 1, ...(await sampleEach([notation.beginning(last)], RARITY_SAMPLE)));
  for (const [index, sample] of samples.entries()) rarities.set(typed[index] ?? '', toRarity(sample));
  return rarities;
}

function toRarity({ count, among }: WordSample): number {
  return count === 0 ? 1 : Math.log(1 + among / count);
}
