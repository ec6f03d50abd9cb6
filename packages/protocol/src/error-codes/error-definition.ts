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

type Texts = Readonly<Record<string, Pick<ErrorDefinition, 'title' | 'when'>>>;

/** Codes with one status, of errors that the same request meets again. */
export function permanent<const Status extends number, Codes extends Texts>(status: Status, codes: Codes) {
  return withSame({ status, retry: false }, codes);
}

/** Codes with one status, of errors that pass. */
export function temporary<const Status extends number, Codes extends Texts>(status: Status, codes: Codes) {
  return withSame({ status, retry: true }, codes);
}

function withSame<const Shared extends Pick<ErrorDefinition, 'status' | 'retry'>, Codes extends Texts>(
  { status, retry }: Shared,
  codes: Codes,
) {
  const definitions = Object.entries(codes).map(([code, texts]) => [code, { status, ...texts, retry }]);
  return Object.fromEntries(definitions) as {
    readonly [Code in keyof Codes]: {
      readonly status: Shared['status'];
      readonly title: string;
      readonly when: string;
      readonly retry: Shared['retry'];
    };
  };
}
