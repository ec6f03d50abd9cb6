// What agents read of Primes, and how: tools, documents, skills, and contexts within a budget. Without I/O.

export { writeLine } from './document/document-parts.ts';
export { isReadFirst, type OrderedAtom, orderForReading } from './document/reading-order.ts';
export {
  DOCUMENT_FORM,
  type DocumentOptions,
  writeAtomDocument,
  writeDocument,
} from './document/write-document.ts';
export {
  type IndexedPrime,
  indexPrime,
  type SearchableAtom,
  type SearchablePrime,
} from './search/index-prime.ts';
export { createAtomMatcher } from './search/match-atom.ts';
export { type LocalHit, type LocalHits, searchPrimes } from './search/search-primes.ts';
export { suggestNames } from './search/suggest-names.ts';
export type * from './source/knowledge-source.ts';
