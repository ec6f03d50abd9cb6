// The definition of an error code.

/** The fixed properties of an error code. */
export interface ErrorDefinition {
  /** HTTP status (contract section 7; statuses the contract does not name follow RFC 9110). */
  readonly status: number;
  /** A short text, the same for every occurrence (RFC 9457, section 3.1.3). */
  readonly title: string;
  /** When the error occurs, in full sentences. */
  readonly when: string;
  /** Whether the same request may succeed later, unchanged. */
  readonly retry: boolean;
}
