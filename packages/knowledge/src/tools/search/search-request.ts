// A search request with checked arguments.

/** A search. */
export interface SearchRequest {
  readonly query: string;
  readonly scope: string | undefined;
  readonly kind: string | undefined;
  /** Most tokens of the answer. */
  readonly budget: number;
}
