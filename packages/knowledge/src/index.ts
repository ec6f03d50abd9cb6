// What agents read of Primes, and how: tools, documents, skills, and contexts within a budget. Without I/O.

export {
  type IndexedPrime,
  indexPrime,
  type SearchableAtom,
  type SearchablePrime,
} from './search/index-prime.ts';
export { type LocalHit, type LocalHits, searchPrimes } from './search/search-primes.ts';
export { suggestNames } from './search/suggest-names.ts';
export type * from './source/knowledge-source.ts';
