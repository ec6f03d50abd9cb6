// The query of the list of Primes (not part of the contract).

import { parsePrimeName, parseScope } from '../names/prime-name.ts';
import type { FieldProblem } from '../text/field-problem.ts';
import { type IntegerRange, QueryReader, type RawQuery } from './query-values.ts';

/** Which Primes to list. */
export interface PrimeListQuery {
  /** Only names after this one, which need not exist. */
  readonly after: string | undefined;
  /** Only names of this scope, with its `@`. */
  readonly scope: string | undefined;
  /** 1 to 1,000. */
  readonly limit: number;
}

/** Range and default of the page size. */
export const PRIME_LIST_LIMIT = { minimum: 1, maximum: 1000, default: 100 } as const satisfies IntegerRange;

/** Reads the parameters of a list of Primes; reports every invalid one. Unknown parameters are ignored. */
export function parsePrimeListQuery(raw: RawQuery): { query: PrimeListQuery } | { problems: FieldProblem[] } {
  const read = new QueryReader(raw);
  return read.outcome({
    after: read.parsed('after', parsePrimeName)?.full,
    scope: read.parsed('scope', parseScope),
    limit: read.integer('limit', PRIME_LIST_LIMIT),
  });
}
