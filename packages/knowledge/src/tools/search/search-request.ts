// What a search asks for, after its arguments were checked.

/** A search. */
export interface SearchRequest {
  readonly query: string;
  readonly scope: string | undefined;
  readonly kind: string | undefined;
  /** Most Primes. */
  readonly limit: number;
  /** Most tokens of the answer. */
  readonly budget: number;
}
