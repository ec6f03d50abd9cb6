// A search over the installed Primes, in the form of a search over registries.
import { searchPrimes } from '@prime-registry/knowledge';
import type { InstalledHits } from '../find/search-outcome.ts';
import type { InstalledPrimes } from './installed-primes.ts';

/** As many as a registry shows of a Prime. */
const SHOWN_ATOMS = 4;

/** All installed Primes that match, best first. */
export async function searchInstalled(
  primes: InstalledPrimes,
  text: string,
  { withinAtoms, signal }: { readonly withinAtoms: boolean; readonly signal: AbortSignal },
): Promise<InstalledHits> {
  const installed = new Map((await primes.list(signal)).map((prime) => [prime.locked.name, prime]));
  const indexes = [...installed.values()].map((prime) => prime.getIndex());
  const { hits, isPartial, corrected } = searchPrimes(indexes, { text });
  return {
    isPartial,
    corrected,
    hits: hits.map(({ prime, score, atoms }) => ({
      ...prime,
      // Above 0 and at most 1, as those of registries.
      score: score / (1 + score),
      ...(withinAtoms && {
        atoms: atoms.slice(0, SHOWN_ATOMS).map(({ id, kind, description }) => ({ id, kind, description })),
      }),
      registry: installed.get(prime.name)?.locked.registry ?? '',
      installed: true,
    })),
  };
}
