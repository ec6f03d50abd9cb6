// One thing that is wrong with a request, in the form that problem+json lists it.

/** What is wrong with one field of a request: where, why, and what would be right. */
export interface FieldProblem {
  /** The field's name as its author wrote it: a manifest key, a form part, a query parameter. */
  readonly field: string;
  /** One sentence: what is wrong and what would be right. */
  readonly message: string;
  /** 1-based line in the text that holds the field, where it has one. */
  readonly line?: number;
  /** 1-based column in that line. */
  readonly column?: number;
}
