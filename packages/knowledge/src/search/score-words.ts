// BM25 (Robertson, Zaragoza: The Probabilistic Relevance Framework, 2009) over weighted words.
import type { IndexedAtom, WeightedWords } from './index-prime.ts';

// The usual parameters of BM25: how fast repetition saturates, and how much long texts lose.
const SATURATION = 1.2;
const LENGTH_SHARE = 0.4;
/** The worth of a word of which only the beginning was typed. */
const PREFIX_SHARE = 0.7;

/** How often each word occurs; the last one also as a beginning. */
export function listShares({ counts }: WeightedWords, words: readonly string[]): number[] {
  return words.map((word, at) => {
    const whole = counts.get(word) ?? 0;
    if (whole > 0 || at < words.length - 1) return whole;
    let longer = 0;
    for (const [other, count] of counts) if (other.startsWith(word)) longer += count;
    return longer * PREFIX_SHARE;
  });
}

/** The score of a text with those words. */
export type Scorer = (searched: WeightedWords, shares: readonly number[]) => number;

/** BM25 over all that is searched: rare words count more, long texts less. */
export function createScorer(
  all: readonly (WeightedWords | IndexedAtom)[],
  words: readonly string[],
): Scorer {
  const average = all.reduce((sum, { length }) => sum + length, 0) / Math.max(1, all.length);
  const having = words.map(() => 0);
  for (const each of all) {
    for (const [at, share] of listShares(each, words).entries()) {
      if (share > 0) having[at] = (having[at] ?? 0) + 1;
    }
  }
  const rarities = having.map((count) => Math.log(1 + (all.length - count + 0.5) / (count + 0.5)));
  return ({ length }, shares) => {
    const norm = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / Math.max(1, average));
    return shares.reduce(
      (sum, share, at) => sum + ((rarities[at] ?? 0) * share * (SATURATION + 1)) / (share + norm),
      0,
    );
  };
}
