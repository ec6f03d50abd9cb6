// A Prime with as many atoms as fit, and as many edges in each as an atom may have.
import { buildTarball } from '@prime-registry/testkit';

const EDGES = 250;

/** The tarball. Other letters make other edges. */
export function packDensePrime(atoms: number, letter: string): Buffer {
  const files: Record<string, string> = {};
  for (let atom = 0; atom < atoms; atom += 1) {
    // Short names: the registry keeps a limited number of characters.
    const targets = Array.from(
      { length: EDGES },
      (_, edge) => `@z/${(atom * EDGES + edge).toString(36)}${letter}`,
    );
    files[`primes/sources/@attack/f${atom}.prime`] =
      `rule R${atom} {\n  id: "@attack/a${atom}"\n  requires: [${targets.join(', ')}]\n}\n`;
  }
  return buildTarball(files);
}

/** The names of its atoms, without the scope. */
export function atomName(index: number): string {
  return `a${index}`;
}
