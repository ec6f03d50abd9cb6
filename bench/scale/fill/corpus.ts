// The Primes of a large registry in batches, each with the numbers of its rows, so that batches are independent of each other.
import { generatePrimes, type SyntheticPrime } from '../../corpus/generate-primes.ts';

const SEED = 20_261;
const PRIMES_AT_ONCE = 200;

/** The size of a registry. */
export interface RegistrySize {
  readonly primes: number;
  /** About: the number of versions of each Prime is random. */
  readonly versions: number;
  /** Of each Prime; all its versions have the same. */
  readonly atoms: number;
}

/** The Primes to fill a database with. */
export interface Corpus {
  /** How many Primes there are. */
  readonly count: number;
  /** How many versions they have; about. */
  readonly versions: number;
  /** Of each Prime; all its versions have the same. */
  readonly atoms: number;
  /** The same each time. */
  list(): Iterable<SyntheticPrime>;
}

/** Some Primes, and what the numbers of their rows begin with. */
export interface Batch {
  readonly number: number;
  readonly primes: readonly SyntheticPrime[];
  readonly firstPrimeId: number;
  readonly firstVersionId: number;
  readonly firstAtomId: number;
}

/** A corpus like a real one, of this size. */
export function createCorpus({ primes, versions, atoms }: RegistrySize): Corpus {
  const meanVersions = Math.max(1, versions / primes);
  const list = () => generatePrimes({ count: primes, seed: SEED, meanVersions });
  return { count: primes, versions, atoms, list };
}

/** Its batches, in order. */
export function* listBatches({ atoms, list }: Pick<Corpus, 'atoms' | 'list'>): Generator<Batch> {
  let primes: SyntheticPrime[] = [];
  let [number, firstPrimeId, firstVersionId] = [0, 1, 1];
  const batch = (): Batch => ({
    number,
    primes,
    firstPrimeId,
    firstVersionId,
    firstAtomId: (firstPrimeId - 1) * atoms + 1,
  });
  for (const prime of list()) {
    primes.push(prime);
    if (primes.length < PRIMES_AT_ONCE) continue;
    yield batch();
    number += 1;
    firstPrimeId += primes.length;
    firstVersionId += primes.reduce((sum, { versions }) => sum + versions.length, 0);
    primes = [];
  }
  if (primes.length > 0) yield batch();
}
