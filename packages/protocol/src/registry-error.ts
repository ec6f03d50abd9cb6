// The error that code throws on purpose. Its code determines status and title; its detail is for the caller.
import { ERROR_CODES, type ErrorCode } from './error-codes.ts';
import type { FieldProblem } from './text/field-problem.ts';

/** The details of one occurrence of an error. All of them are shown to the caller. */
export interface ErrorDetails {
  /** What happened and what to do about it, in one or two sentences. */
  readonly detail: string;
  /** Every invalid field, for a 400. */
  readonly errors?: readonly FieldProblem[];
  /** Response headers that belong to the error, such as `Allow`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Further fields of the problem document that belong to the code (RFC 9457, section 3.2). */
  readonly extensions?: ProblemExtensions;
}

/** Fields of a problem document besides those of all problems. */
export type ProblemExtensions = Readonly<
  Record<string, string | number | readonly Readonly<Record<string, string | null>>[]>
>;

/** An error with a code of {@link ERROR_CODES}; `cause` is only for the log and never leaves the process. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: readonly FieldProblem[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly extensions: ProblemExtensions;

  constructor(code: ErrorCode, details: ErrorDetails, options?: ErrorOptions) {
    super(details.detail, options);
    this.code = code;
    this.status = ERROR_CODES[code].status;
    this.errors = details.errors;
    this.headers = details.headers ?? {};
    this.extensions = details.extensions ?? {};
  }
}
