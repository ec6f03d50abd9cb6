// A problem with one field of a request, as in the `errors` of problem+json.

/** A problem with one field of a request: where, why, and what would be right. */
export interface FieldProblem {
  /** The name of the field: a manifest key, a form part or a query parameter. */
  readonly field: string;
  /** One sentence: what is wrong and what would be right. */
  readonly message: string;
  /** Line of the field in its text, from 1, if known. */
  readonly line?: number;
  /** Column in that line, from 1. */
  readonly column?: number;
}
