// What is wrong with a transparency log. None of these is a failure of a request: the registry has answered.

/**
 * What a check of a log has found:
 * - `malformed`: a proof, a head or a tile that is none;
 * - `other-log`: a head of a log with another name than the trusted one;
 * - `untrusted-key`: no signature of a trusted key;
 * - `unwitnessed`: a head that the log has signed, and too few witnesses of the policy have cosigned;
 * - `bad-signature`: a signature of a trusted key that is wrong;
 * - `other-entry`: an entry that does not say what was asked for;
 * - `not-included`: an entry that is not in the signed tree;
 * - `fork`: two signed heads that contradict each other;
 * - `shrunk`: a signed head with fewer entries than there were.
 */
export type LogFinding =
  | 'malformed'
  | 'other-log'
  | 'untrusted-key'
  | 'unwitnessed'
  | 'bad-signature'
  | 'other-entry'
  | 'not-included'
  | 'fork'
  | 'shrunk';

/** A text that shows what was found, for somebody else to check. */
export interface LogExhibit {
  readonly title: string;
  /** As the registry sent it: it can have any characters. */
  readonly text: string;
}

/** The most characters of a message: names in it come from logs of others. */
const MAX_MESSAGE_LENGTH = 1000;

/** A log does not prove what it should. The message is a clause without the name of the registry. */
export class LogError extends Error {
  override readonly name = 'LogError';
  readonly finding: LogFinding;
  readonly exhibits: readonly LogExhibit[];

  constructor(
    finding: LogFinding,
    message: string,
    { exhibits = [], ...options }: ErrorOptions & { readonly exhibits?: readonly LogExhibit[] } = {},
  ) {
    super(shorten(message), options);
    this.finding = finding;
    this.exhibits = exhibits;
  }
}

function shorten(message: string): string {
  return message.length > MAX_MESSAGE_LENGTH
    ? `${message.slice(0, MAX_MESSAGE_LENGTH).toWellFormed()}…`
    : message;
}
