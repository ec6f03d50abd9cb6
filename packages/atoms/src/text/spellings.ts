// Typing errors. A word is stored under several keys, each with a character left out. A typed word with an
// error has one of these keys too, so that a few lookups find it, however many words there are.

// Only the first characters of a word make its keys. Errors after them do not affect the lookup.
const WINDOW = 7;
// Shorter words are rarely mistyped, or could mean anything; people do not type longer ones.
const WORD_CHARACTERS = { minimum: 3, maximum: 32 };
const MIN_TYPED_CHARACTERS = 4;
const MIN_CHARACTERS_FOR_TWO = 8;

// Numbers and identifiers are not corrected, and scripts without spaces have no words to compare.
const LETTERS = /^[\p{L}\p{M}]+$/u;
const WITHOUT_SPACES =
  /[\p{Ideographic}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Whether a word belongs in the vocabulary, as a possible correction. */
export function isLearnt(word: string): boolean {
  // Counted in UTF-16 units; only characters of rare scripts have two.
  return (
    word.length >= WORD_CHARACTERS.minimum &&
    word.length <= WORD_CHARACTERS.maximum &&
    LETTERS.test(word) &&
    !WITHOUT_SPACES.test(word)
  );
}

/** The number of typing errors that may be corrected in a word: 0 in short ones, at most 2. */
export function countForgiven(typed: string): number {
  if (!isLearnt(typed) || typed.length < MIN_TYPED_CHARACTERS) return 0;
  return typed.length < MIN_CHARACTERS_FOR_TWO ? 1 : 2;
}

/** A word with one of its keys. */
export interface Spelling {
  readonly spelling: string;
  readonly word: string;
}

/**
 * The keys of a word for storage and lookup: its first characters, as they are and with each of them left
 * out. Two words that are one typing error apart share a key; so do those that are two apart, unless both
 * errors are at the beginning.
 */
export function spellingsOf(word: string): Spelling[] {
  const beginning = [...beginningOf(word)];
  const shortened = beginning.map((_, index) => beginning.toSpliced(index, 1).join(''));
  return [...new Set([beginning.join(''), ...shortened])].map((spelling) => ({ spelling, word }));
}

/** The key that every word is stored under. */
export function beginningOf(word: string): string {
  return [...word].slice(0, WINDOW).join('');
}

/** The distance between a typed word and another one, in typing errors. */
export interface Mistakes {
  readonly inWhole: number;
  /** Distance to the closest prefix of the word. */
  readonly inBeginning: number;
}

/**
 * Counts missing, additional and wrong characters, and swapped neighbours, as one error each
 * (Damerau-Levenshtein distance, restricted: no place is edited twice).
 */
export function countMistakes(typed: string, word: string): Mistakes {
  const [from, to] = [[...typed], [...word]];
  let before: number[] = [];
  let row = [0, ...to.map((_, index) => index + 1)];
  for (const [i, character] of from.entries()) {
    const next = [i + 1];
    for (const [j, wanted] of to.entries()) {
      const wrong = (row[j] ?? 0) + (character === wanted ? 0 : 1);
      const swapped =
        character === to[j - 1] && wanted === from[i - 1]
          ? (before[j - 1] ?? 0) + 1
          : Number.POSITIVE_INFINITY;
      next.push(Math.min(wrong, swapped, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return { inWhole: row.at(-1) ?? 0, inBeginning: Math.min(...row) };
}
