// The reads of single-inputs: lists, pages, differences and searches of the largest size.
import { SCOPE } from '../attack.ts';

const MAX_CHARACTERS = 256;
const WORDS = 'rules writing pages caching registry knowledge agents review ';
const LETTERS = 'a b c d e f g h i j k l m n o p q r s t u v w x y z ';
const QUERIES = [WORDS.repeat(10), LETTERS.repeat(5), 'rul', 'a', 'rulse'];

/** The Primes that are read. */
export interface ReadPrimes {
  /** Has as many versions as there may be. */
  readonly many: string;
  /** Have versions 1.0.0 and 2.0.0 with as many atoms as there may be. */
  readonly compared: readonly string[];
}

export function listCostlyReads({ many, compared }: ReadPrimes): string[] {
  return [
    `/pack/${many}`,
    `/-/primes/${many}/lifecycle`,
    `/-/primes/${many}/downloads`,
    `/-/prime/${many}`,
    `/-/prime/${many}/versions`,
    `/-/feed/${many}`,
    ...compared.flatMap((name) => [
      `/-/primes/${name}/diff/1.0.0...2.0.0`,
      `/-/prime/${name}/diff/1.0.0...2.0.0`,
      `/-/prime/${name}/2.0.0`,
      `/-/prime/${name}/2.0.0/graph`,
      `/-/prime/${name}/2.0.0/graph.svg`,
      `/-/prime/${name}/2.0.0/atom/${SCOPE}/a1`,
      `/-/primes/${name}/2.0.0/atoms?limit=100&level=full`,
      `/-/primes/${name}/2.0.0/atoms?limit=100&offset=9900`,
    ]),
    ...QUERIES.map((query) => encodeURIComponent(query.slice(0, MAX_CHARACTERS).trim())).flatMap((query) => [
      `/search?q=${query}&limit=100`,
      `/-/search?q=${query}&limit=100`,
      `/-/find?q=${query}`,
    ]),
    '/',
    '/-/primes',
    '/-/feed',
    `/-/scope/${SCOPE}`,
  ];
}
