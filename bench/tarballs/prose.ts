// Text that compresses and can be searched like real text: few words are common, most are rare.
import { randomNumbers } from '../corpus/random-numbers.ts';

const WORDS = 2000;
const STARTS = 'b bl c cr d f fl g gr h k l m n p pr r s st t tr v w'.split(' ');
const VOWELS = 'a e i o u ai ea ou'.split(' ');
const ENDS = ['', 'd', 'l', 'm', 'n', 'r', 's', 't', 'nd', 'ck'];

const vocabulary = listWords();

/** An endless sequence of words. The seed must be above 0. The most common word is about one in twelve. */
export function randomWords(seed: number): () => string {
  const random = randomNumbers(seed);
  return () => {
    // The cube favours the first words, as natural language does.
    const index = Math.floor(((random() % 10_000) / 10_000) ** 3 * WORDS);
    return vocabulary[index] ?? '';
  };
}

/** This number of words, in lines. */
export function prose(seed: number, words: number): string {
  const next = randomWords(seed);
  return Array.from({ length: words }, (_, index) => next() + (index % 12 === 11 ? '\n' : ' ')).join('');
}

function listWords(): string[] {
  const random = randomNumbers(1);
  const pick = (parts: readonly string[]): string => parts[random() % parts.length] ?? '';
  const syllable = (): string => pick(STARTS) + pick(VOWELS) + pick(ENDS);
  const words = new Set<string>();
  while (words.size < WORDS) words.add(random() % 3 === 0 ? syllable() : syllable() + syllable());
  return [...words];
}
