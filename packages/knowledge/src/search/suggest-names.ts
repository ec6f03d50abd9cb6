// Names that look like a text that names nothing.
import { countMistakes, splitWords } from '@prime-registry/atoms';

/** Most names that are suggested. */
const MAX_SUGGESTIONS = 5;
/** Texts are compared up to this length, in UTF-16 units: the work grows with its square. */
const MAX_LENGTH = 200;

/** From 0 to 1, for equal ones. Names of one scope share a word that says little. */
const MIN_LIKENESS = 0.3;
/** Names that are much less alike than the best one are noise. */
const SHARE_OF_BEST = 0.6;

/** The names that share words with the text, or differ by few typing errors; at most 5, best first. */
export function suggestNames(text: string, names: readonly string[]): string[] {
  const typed = text.slice(0, MAX_LENGTH).toLowerCase();
  const words = new Set(splitWords(typed));
  const ranked = names
    .map((name) => ({ name, likeness: compare(typed, words, name) }))
    .sort((a, b) => b.likeness - a.likeness || (a.name < b.name ? -1 : 1));
  const least = Math.max(MIN_LIKENESS, (ranked[0]?.likeness ?? 0) * SHARE_OF_BEST);
  return ranked
    .filter(({ likeness }) => likeness >= least)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name }) => name);
}

function compare(typed: string, words: ReadonlySet<string>, name: string): number {
  const own = splitWords(name);
  const shared = own.filter((word) => words.has(word)).length / Math.max(1, words.size, own.length);
  const length = Math.max(typed.length, name.length);
  if (Math.abs(typed.length - name.length) > length / 3) return shared;
  const spelled = 1 - countMistakes(typed, name.slice(0, MAX_LENGTH)).inWhole / Math.max(1, length);
  return Math.max(shared, spelled >= 0.7 ? spelled : 0);
}
