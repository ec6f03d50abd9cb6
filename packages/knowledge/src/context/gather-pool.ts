// Everything that a context may be made from: the atoms of the Primes that were named, or else of those that a search
// finds, and the atoms that were asked for.
import type { KnowledgeSource } from '../source/knowledge-source.ts';
import type { ContextOptions, ContextRequest, PackedContext } from './context-request.ts';
import { findPrimes } from './find-primes.ts';
import type { Pool } from './pool-atom.ts';
import { type QueryTerm, readQueryTerms } from './query-terms.ts';
import type { Asked } from './read-asked.ts';
import { readFoundAtoms, readFoundPrimes, readPool } from './read-pool.ts';

/** The pool, and what the search says about itself. */
export interface Gathered extends Pick<PackedContext, 'corrected' | 'incomplete' | 'unread'> {
  readonly pool: Pool;
  readonly terms: readonly QueryTerm[];
  /** Ids of atoms that the searches found, best first. */
  readonly found: readonly string[];
}

/** Fills the pool. @throws what the source throws, if the search or a Prime that was named fails */
export async function gatherPool(
  source: KnowledgeSource,
  request: Pick<ContextRequest, 'query' | 'scope' | 'kind'>,
  asked: Asked,
  options: ContextOptions,
): Promise<Gathered> {
  const { query = '' } = request;
  const { signal } = options;
  const pool: Pool = new Map(asked.atoms.map((each) => [each.atom.id, each]));
  if (asked.primes.length > 0 || query.trim() === '') {
    await readPool(source, asked.primes, pool, signal);
    const terms = readQueryTerms(query);
    return { pool, terms, found: [], corrected: [], incomplete: [], unread: [] };
  }
  const { primes, atoms, ...told } = await findPrimes(source, request, options);
  const unread = await readFoundPrimes(source, primes, pool, signal);
  const readable = atoms.filter(({ prime }) => !unread.includes(prime.name));
  await readFoundAtoms(source, readable, pool, signal);
  return { ...told, pool, found: readable.map(({ id }) => id), unread };
}
