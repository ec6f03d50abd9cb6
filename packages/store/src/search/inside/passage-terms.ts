// The terms of a passage (an atom, or the README) in the index. A query with several words should find them
// in one passage, and better in its name than in its text, so words are marked with their place, as those of
// a Prime are.

import { splitWords } from '@prime-registry/atoms';
import { MARKS } from '../words/search-terms.ts';

/** The indexed length of each of the texts of a passage. */
const MAX_PASSAGE_CHARACTERS = 16_000;

/** The searchable texts of a passage. */
export interface PassageTexts {
  /** Its id and name. */
  readonly name: string;
  /** Its description: kind, label, description, domain, tags. */
  readonly labels: string;
  readonly text: string;
}

/** The result of {@link listPassageTerms}. */
export interface PassageTerms {
  /** Its words, each once, separated by spaces. */
  readonly words: string;
  /** The words of its name and labels, unmarked. */
  readonly labelWords: readonly string[];
  /** The words, and those of name and labels once more, marked, and those of filters; separated by spaces. */
  readonly terms: string;
}

/** The terms by which a passage is found. @param filters - the terms of filters that it passes */
export function listPassageTerms(
  { name, labels, text }: PassageTexts,
  filters: readonly string[] = [],
): PassageTerms {
  const inName = splitWords(name.slice(0, MAX_PASSAGE_CHARACTERS));
  const inLabels = splitWords(labels.slice(0, MAX_PASSAGE_CHARACTERS));
  const labelWords = new Set(inName);
  for (const word of inLabels) labelWords.add(word);
  const words = new Set(labelWords);
  for (const word of splitWords(text.slice(0, MAX_PASSAGE_CHARACTERS))) words.add(word);
  const all = [...words];
  const marked = new Set(inName.map((word) => MARKS.name + word));
  for (const word of labelWords) marked.add(MARKS.label + word);
  const joined = all.join(' ');
  return {
    words: joined,
    labelWords: [...labelWords],
    terms: [joined, ...marked, ...filters].join(' '),
  };
}
