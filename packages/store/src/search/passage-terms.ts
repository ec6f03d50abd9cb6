// What the index holds of a passage: an atom, or the README. Who looks for several things at once wants them in one passage, and
// rather in what it is called than in its text; so words are marked with where they stand, as those of a Prime are.
import { MARKS } from './search-terms.ts';
import { splitWords } from './search-words.ts';

/** So much of a text can be found, and of everything else in a passage together. */
const MAX_PASSAGE_CHARACTERS = 16_000;

/** What can be found in a passage. */
export interface PassageTexts {
  /** What it is called. */
  readonly name: string;
  /** What is said about it: kind, description, tags. */
  readonly labels: string;
  readonly text: string;
}

/** The terms of a passage. */
export interface PassageTerms {
  /** Its words, each once, with spaces between them. */
  readonly words: string;
  /** Those of its name and labels, as they are. */
  readonly labelWords: readonly string[];
  /** The words, and those of name and labels once more, marked; with spaces between them. */
  readonly terms: string;
}

/** The terms by which a passage is found. */
export function listPassageTerms({ name, labels, text }: PassageTexts): PassageTerms {
  const inName = splitWords(name.slice(0, MAX_PASSAGE_CHARACTERS));
  const inLabels = splitWords(labels.slice(0, MAX_PASSAGE_CHARACTERS));
  const words = new Set([...inName, ...inLabels, ...splitWords(text.slice(0, MAX_PASSAGE_CHARACTERS))]);
  const marked = new Set([
    ...inName.map((word) => MARKS.name + word),
    ...[...inName, ...inLabels].map((word) => MARKS.label + word),
  ]);
  return {
    words: [...words].join(' '),
    labelWords: [...new Set([...inName, ...inLabels])],
    terms: [...words, ...marked].join(' '),
  };
}
