// Everything that a context may be made from: the atoms of the Primes that were named, or else of those that a search
// finds, and the atoms that were asked for.
import type { ContextRequest, PackedContext } from './context-request.ts';
import { findPrimes } from './find-primes.ts';
import type { Reading } from './pool-atom.ts';
import { type QueryTerm, readQueryTerms } from './query-terms.ts';
import type { Asked } from './read-asked.ts';
import { readFoundAtoms, readFoundPrimes, readPool } from './read-pool.ts';

/** What the search says about itself. */
export interface Gathered extends Pick<PackedContext, 'corrected' | 'incomplete' | 'unread'> {
  readonly terms: readonly QueryTerm[];
  /** Ids of atoms that the searches found, best first. */
  readonly found: readonly string[];
}

/**
 * Fills the pool, which has the atoms that were asked for.
 * @throws what the source throws, if the search or a Prime that was named fails
 */
export async function gatherPool(
  reading: Reading,
  request: Pick<ContextRequest, 'query' | 'scope' | 'kind'>,
  asked: Asked,
): Promise<Gathered> {
  const { query = '' } = request;
  if (asked.primes.length > 0 || query.trim() === '') {
    await readPool(reading, asked.primes);
    const terms = readQueryTerms(query);
    return { terms, found: [], corrected: [], incomplete: [], unread: [] };
  }
  const { primes, atoms, ...told } = await findPrimes(reading, request);
  const unread = await readFoundPrimes(reading, primes);
  const readable = atoms.filter(({ prime }) => !unread.includes(prime.name));
  await readFoundAtoms(reading, readable);
  return { ...told, found: readable.map(({ id }) => id), unread };
}
