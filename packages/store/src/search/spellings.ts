// Typing errors. A word is stored under a few of its misspellings; whoever mistypes it makes one of the same out of what was
// typed, so that it is found by looking up a few keys, however many words there are.

// So many characters of a word are what it is looked up by. What was mistyped behind them makes no difference to that.
const WINDOW = 7;
// Shorter ones are typed as they are meant, or mean anything; longer ones are nothing that people type.
const WORD_CHARACTERS = { minimum: 3, maximum: 32 };
const MIN_TYPED_CHARACTERS = 4;
const MIN_CHARACTERS_FOR_TWO = 8;

// Numbers and identifiers are as they are, and scripts without spaces have no words to compare.
const LETTERS = /^[\p{L}\p{M}]+$/u;
const WITHOUT_SPACES =
  /[\p{Ideographic}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Whether a word may be what somebody meant to type. */
export function isLearnt(word: string): boolean {
  // Counted in UTF-16 units: what is longer in them is in a rare script.
  return (
    word.length >= WORD_CHARACTERS.minimum &&
    word.length <= WORD_CHARACTERS.maximum &&
    LETTERS.test(word) &&
    !WITHOUT_SPACES.test(word)
  );
}

/** How many typing errors are forgiven in a word: 0 in short ones, at most 2. */
export function countForgiven(typed: string): number {
  if (!isLearnt(typed) || typed.length < MIN_TYPED_CHARACTERS) return 0;
  return typed.length < MIN_CHARACTERS_FOR_TWO ? 1 : 2;
}

/** A word under one of the keys that it is stored by. */
export interface Spelling {
  readonly spelling: string;
  readonly word: string;
}

/**
 * The keys by which a word is stored and looked up: its beginning, as it is and with each of its characters left out. Two
 * words that are one typing error apart share one; so do those that are two apart, unless both errors are at the beginning.
 */
export function spellingsOf(word: string): Spelling[] {
  const beginning = [...beginningOf(word)];
  const shortened = beginning.map((_, index) => beginning.toSpliced(index, 1).join(''));
  return [...new Set([beginning.join(''), ...shortened])].map((spelling) => ({ spelling, word }));
}

/** The key that a word is always stored by. */
export function beginningOf(word: string): string {
  return [...word].slice(0, WINDOW).join('');
}

/** How far what was typed is from a word, in typing errors. */
export interface Mistakes {
  readonly inWhole: number;
  /** As the beginning of the word that is closest. */
  readonly inBeginning: number;
}

/**
 * Counts characters that are missing, too many or wrong, and neighbours that changed places: each is one error (Damerau and
 * Levenshtein's distance, in which no place is changed twice).
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
