// The list of Primes (not part of the contract).
import { isVersion, type PrimeList, PrimeListSchema } from '@prime-registry/protocol';
import { requireName } from './identity.ts';
import { readShape, ShapeError, type ShapeReader } from './read-shape.ts';

/**
 * Reads a page of the Primes after a name, of one scope if that was asked for. Names must ascend, so that
 * reading page by page ends.
 */
export function primeListReader(after = '', scope?: string): ShapeReader<PrimeList> {
  return (body) => {
    const { primes, next } = readShape(PrimeListSchema, body);
    let last = after;
    for (const { name } of primes) {
      requireName(name);
      if (name <= last) throw new ShapeError(`${name} does not come after ${last}`);
      if (scope !== undefined && !name.startsWith(`${scope}/`))
        throw new ShapeError(`${name} is not in ${scope}`);
      last = name;
    }
    if (next !== undefined) requireName(next);
    if (next !== undefined && (next < last || primes.length === 0)) throw new ShapeError("'next' leads back");
    return {
      primes: primes.map((prime) => ({ ...prime, latest: isVersion(prime.latest) ? prime.latest : '' })),
      ...(next !== undefined && { next }),
    };
  };
}
