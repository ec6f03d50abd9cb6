// Meaningless sentences with the word frequencies of technical English.

import { ACTIONS, GLUE, inflect, KINDS, pluralOf, QUALITIES, SUBJECTS } from './vocabulary.ts';
import { type Random, wholeBetween, zipfChoice } from './zipf-choice.ts';

const chooseGlue = zipfChoice(GLUE, 2);
const chooseAction = zipfChoice(ACTIONS.flatMap(inflect), 8);
const chooseQuality = zipfChoice(QUALITIES, 4);
// Singular and plural.
const chooseSubject = zipfChoice([...new Set(SUBJECTS.flatMap((noun) => [noun, pluralOf(noun)]))], 12);
const chooseKind = zipfChoice(KINDS, 4);

/** 5 to 40 words, mostly few. @param topics - words that recur */
export function writeDescription(random: Random, topics: readonly string[]): string {
  const length = 5 + Math.floor(36 * random() ** 1.5);
  const words: string[] = [];
  while (words.length < length) {
    if (words.length % 2 === 1 && random() < 0.8) words.push(chooseGlue(random));
    else words.push(contentWord(random, topics));
  }
  const [first = '', ...rest] = words;
  return `${first.charAt(0).toUpperCase()}${first.slice(1)} ${rest.join(' ')}.`;
}

function contentWord(random: Random, topics: readonly string[]): string {
  const kind = random();
  if (kind < 0.12) return topics[wholeBetween(random, 0, topics.length - 1)] ?? chooseSubject(random);
  if (kind < 0.55) return chooseSubject(random);
  if (kind < 0.75) return chooseAction(random);
  if (kind < 0.87) return chooseQuality(random);
  if (kind < 0.95) return chooseKind(random);
  return rareWord(random);
}

/** Words that few texts have: identifiers, numbers and compounds. */
function rareWord(random: Random): string {
  const kind = random();
  if (kind < 0.2) return `RFC ${wholeBetween(random, 700, 9999)}`;
  if (kind < 0.4) return `v${wholeBetween(random, 1, 40)}`;
  if (kind < 0.5) return String(wholeBetween(random, 1, 2030));
  return `${chooseSubject(random)}${chooseAction(random)}`;
}
