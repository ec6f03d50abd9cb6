// Where a reader of a change feed continues: behind how many entries of which log. The cursor also tells what the last
// of them was: after the restore of a backup, a log of the same name may continue with other entries.
import { accept, type Parsed, reject } from './parsed.ts';
import { quote } from './text/quote.ts';

/** A place in a log. */
export interface ChangeCursor {
  /** Id of the log: 16 hexadecimal digits in lower case. */
  readonly logId: string;
  /** The number of entries before the place, which is the index of the next one. */
  readonly index: number;
  /**
   * The first 8 hexadecimal digits of the SHA-256 of the entry before the place; undefined at the beginning of a log,
   * and where the reader does not know it.
   */
  readonly check?: string | undefined;
}

/** A cursor as clients pass it on. */
export function formatChangeCursor({ logId, index, check }: ChangeCursor): string {
  return `${logId}.${index}${check === undefined ? '' : `.${check}`}`;
}

/** Reads the result of {@link formatChangeCursor}. */
export function parseChangeCursor(text: string): Parsed<ChangeCursor> {
  const [, logId, digits, check] = FORM.exec(text) ?? [];
  const index = Number(digits);
  if (logId !== undefined && Number.isSafeInteger(index)) return accept({ logId, index, check });
  return reject(
    `${quote(text)} is not a cursor such as 7f3a9c0d1e2b4a56.1205.c0ffee42, the 'next' of an answer`,
  );
}

const FORM = /^([0-9a-f]{16})\.(0|[1-9][0-9]{0,15})(?:\.([0-9a-f]{8}))?$/;
