// The one error of an assertion that cannot be believed.

/** Why an assertion is not believed. */
export type AssertionErrorCode =
  /** Its text is not that of a signed token: too long, not three parts, not base64url, not JSON. */
  | 'malformed'
  /** Its header asks for something that is never accepted, such as `alg: none` or `crit`. */
  | 'header_refused'
  /** No rule trusts its issuer. */
  | 'issuer_not_trusted'
  /** Its issuer has no key with this `kid` for this algorithm. */
  | 'unknown_key'
  /** Its signature is not that of the key. */
  | 'bad_signature'
  /** It is for somebody else. */
  | 'wrong_audience'
  /** It is not valid any more. */
  | 'expired'
  /** It is not valid yet, or was issued in the future. */
  | 'not_yet_valid'
  /** It was issued too long ago. */
  | 'too_old'
  /** A claim that must be there is missing or of another type. */
  | 'bad_claim';

/** An assertion that is not believed. The message says what is wrong and what would be right, in one printable line. */
export class AssertionError extends Error {
  override readonly name = 'AssertionError';

  readonly code: AssertionErrorCode;

  constructor(code: AssertionErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
