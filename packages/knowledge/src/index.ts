// What agents read of Primes, and how: tools, documents, skills, and contexts within a budget. Without I/O.
export type * from './source/knowledge-source.ts';
