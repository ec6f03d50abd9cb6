// Searches of the largest size that the registry accepts.
import type { SeededRandom } from '@prime-registry/testkit';
import type { Attack } from '../attack.ts';

const MAX_CHARACTERS = 256;
const WORDS = ['rules', 'writing', 'pages', 'caching', 'registry', 'knowledge', 'agents', 'review'];

export const searches: Attack = {
  name: 'searches',
  summary: 'searches with the longest queries, many words, typing errors and far pages',
  arm: (attacker) => () => {
    const { random } = attacker;
    return attacker.loop(attacker.count(50), () => {
      const query = encodeURIComponent(pickQuery(random).slice(0, MAX_CHARACTERS).trim());
      const path = random.pick([
        `/search?q=${query}&limit=100`,
        `/search?q=${query}&limit=100&offset=10000`,
        `/-/search?q=${query}&limit=100`,
        `/-/find?q=${query}`,
      ]);
      return attacker.ask({ path });
    });
  },
};

function pickQuery(random: SeededRandom): string {
  const repeat = (word: () => string): string => Array.from({ length: 128 }, word).join(' ');
  return random.pick([
    () => random.bytes(128).toString('hex'),
    () => repeat(() => random.pick(WORDS)),
    () => repeat(() => random.bytes(1).toString('hex')),
    () => repeat(() => String.fromCodePoint(random.integer(97, 122))),
    () => repeat(() => misspell(random.pick(WORDS), random)),
    () => misspell(random.pick(WORDS), random),
    () => `${misspell(random.pick(WORDS), random)} ${misspell(random.pick(WORDS), random)}`,
    () => repeat(() => `"${random.pick(WORDS)}`),
  ])();
}

function misspell(word: string, random: SeededRandom): string {
  const at = random.integer(0, word.length - 1);
  return `${word.slice(0, at)}${String.fromCodePoint(random.integer(97, 122))}${word.slice(at + 1)}`;
}
