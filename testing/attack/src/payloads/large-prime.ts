// A Prime with the highest number of atoms, each with text for search.
import { buildTarball } from '@prime-registry/testkit';

/** The tarball. Other letters edit every atom. */
export function packLargePrime(atoms: number, letter: string): Buffer {
  const files: Record<string, string> = {};
  for (let atom = 0; atom < atoms; atom += 1) {
    const words = Array.from({ length: 20 }, (_, word) => `word${letter}${(atom * 20 + word) % 5000}`).join(
      ' ',
    );
    files[`primes/sources/@attack/f${atom}.prime`] =
      `rule R${atom} {\n  id: "@attack/a${atom}"\n  description: "Rule ${atom} ${words}"\n  requires: [@attack/a${(atom * 7) % atoms}, @attack/a${(atom * 13) % atoms}]\n}\n`;
  }
  return buildTarball(files);
}
