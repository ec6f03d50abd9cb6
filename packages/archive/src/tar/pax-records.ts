// The records in a pax extended header: "<length> <keyword>=<value>\n" (POSIX pax, "pax Extended Header").
import { findText } from './decode-utf8.ts';

/**
 * One record. The value stays bytes: keywords of other programs, such as file attributes, have binary data.
 */
export interface PaxRecord {
  readonly keyword: string;
  readonly value: Buffer;
}

/** Most records in one header. Packers write about ten, and two more for each extended attribute. */
export const MAX_PAX_RECORDS = 256;

const MAX_LENGTH_DIGITS = 6;
const [SPACE, LINE_FEED, EQUALS, DIGIT_0] = [0x20, 0x0a, 0x3d, 0x30];

/**
 * The records in order, or undefined when the body does not consist of complete, well-formed records. Reading
 * ends with the first record after {@link MAX_PAX_RECORDS}.
 */
export function findPaxRecords(body: Buffer): PaxRecord[] | undefined {
  const records: PaxRecord[] = [];
  for (let start = 0; start < body.length && records.length <= MAX_PAX_RECORDS; ) {
    const space = findLengthEnd(body, start);
    if (space === undefined) return undefined;
    const end = start + Number(body.toString('latin1', start, space));
    // There is no byte past the end, and no newline in the digits or the space: a record that ends in one is
    // whole.
    if (body[end - 1] !== LINE_FEED) return undefined;
    const equals = body.indexOf(EQUALS, space + 1);
    if (equals <= space + 1 || equals >= end) return undefined;
    const keyword = findText(body.subarray(space + 1, equals));
    if (keyword === undefined) return undefined;
    records.push({ keyword, value: body.subarray(equals + 1, end - 1) });
    start = end;
  }
  return records;
}

/** The place of the space after the decimal digits of a length, which has no leading zero. */
function findLengthEnd(body: Buffer, start: number): number | undefined {
  if (body[start] === DIGIT_0) return undefined;
  for (let at = start; at <= start + MAX_LENGTH_DIGITS; at += 1) {
    const byte = body[at] ?? 0;
    if (byte === SPACE) return at > start ? at : undefined;
    if (byte < DIGIT_0 || byte > DIGIT_0 + 9) return undefined;
  }
  return undefined;
}
