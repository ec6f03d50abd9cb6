// The sizes of registries: few and many Primes of the same kind.
import { generatePrimes, type SyntheticPrime } from '../corpus/generate-primes.ts';

/** The size of a registry. */
export interface RegistrySize {
  readonly title: string;
  readonly primes: number;
}

const SEED = 2;
const MEAN_VERSIONS = 10;
/** Primes with lists of similar length, so that the length of answers does not matter. */
const ASKED_VERSIONS = { from: 5, to: 15 };
const MAX_ASKED = 3000;

/** The sizes that are compared. */
export const SMALL: RegistrySize = { title: '1,000 versions', primes: 100 };
export const LARGE: RegistrySize = { title: '1,000,000 versions', primes: 100_000 };

/** Its Primes, the same each time. */
export function primesOf({ primes }: RegistrySize): Generator<SyntheticPrime> {
  return generatePrimes({ count: primes, seed: SEED, meanVersions: MEAN_VERSIONS });
}

/** The Primes to request, spread over the whole registry. */
export function listAsked(size: RegistrySize): SyntheticPrime[] {
  const step = Math.ceil(size.primes / MAX_ASKED);
  return primesOf(size)
    .filter(
      ({ versions: { length } }, index) =>
        index % step === 0 && length >= ASKED_VERSIONS.from && length <= ASKED_VERSIONS.to,
    )
    .toArray();
}
