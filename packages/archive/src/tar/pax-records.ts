// The records in a pax extended header: "<length> <keyword>=<value>\n" (POSIX pax, "pax Extended Header").
import { findText } from './decode-utf8.ts';

/**
 * One record. The value stays bytes: keywords of other programs, such as file attributes, have binary data.
 */
export interface PaxRecord {
  readonly keyword: string;
  readonly value: Uint8Array;
}

const MAX_LENGTH_DIGITS = 6;

/** The records in order, or undefined when the body does not consist of complete, well-formed records. */
export function findPaxRecords(body: Buffer): PaxRecord[] | undefined {
  const records: PaxRecord[] = [];
  for (let rest = body; rest.length > 0; ) {
    const space = rest.subarray(0, MAX_LENGTH_DIGITS + 1).indexOf(' ');
    const digits = rest.toString('latin1', 0, Math.max(space, 0));
    if (!/^[1-9][0-9]*$/.test(digits)) return undefined;
    const length = Number(digits);
    // There is no byte past the end, and no newline in the digits or the space: a record that ends in one is whole.
    if (rest[length - 1] !== 0x0a) return undefined;
    const record = rest.subarray(space + 1, length - 1);
    const equals = record.indexOf('=');
    const keyword = findText(record.subarray(0, Math.max(equals, 0)));
    if (keyword === undefined || keyword === '') return undefined;
    records.push({ keyword, value: record.subarray(equals + 1) });
    rest = rest.subarray(length);
  }
  return records;
}
