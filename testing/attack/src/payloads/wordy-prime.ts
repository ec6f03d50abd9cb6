// A Prime whose descriptions have as many different words as fit, which search indexes and remembers.
import { buildTarball } from '@prime-registry/testkit';

/** As many atoms with the longest descriptions as are kept of a Prime: more than a million words. */
export const WORDY_ATOMS = 1900;
/** What an atom's description may have, in words of five letters. */
const WORDS_OF_ATOM = 1300;

/** The tarball. Other letters make other words. */
export function packWordyPrime(atoms: number, letter: string): Buffer {
  const files: Record<string, string> = {};
  for (let atom = 0; atom < atoms; atom += 1) {
    const words = Array.from(
      { length: WORDS_OF_ATOM },
      (_, word) => letter + lettersOf(atom * WORDS_OF_ATOM + word),
    );
    files[`primes/sources/@attack/f${atom}.prime`] =
      `rule R${atom} {\n  id: "@attack/a${atom}"\n  description: "${words.join(' ')}"\n}\n`;
  }
  return buildTarball(files);
}

/** A number in five digits from a to z. */
function lettersOf(number: number): string {
  return Array.from({ length: 5 }, (_, place) =>
    String.fromCodePoint(97 + (Math.floor(number / 26 ** place) % 26)),
  ).join('');
}
