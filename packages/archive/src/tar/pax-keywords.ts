// The keywords of pax records that do not affect unpacking, and the values that every tar program reads.
import { quotePath } from '../paths/printable-path.ts';
import { invalid } from '../tarball-problem.ts';
import { findText } from './decode-utf8.ts';
import { MAX_ID } from './number-field.ts';
import type { PaxRecord } from './pax-records.ts';

type ValueRule = (value: string, bytes: Buffer) => boolean;

/**
 * UTF-8 without a line break, where some programs begin another record, or a NUL, where others end the text.
 */
const isText: ValueRule = (value, bytes) => !/[\0\n]/.test(value) && findText(bytes) !== undefined;
const isSeconds: ValueRule = (value) => /^-?\d{1,12}(?:\.\d*)?$/.test(value);
const isId: ValueRule = (value) => /^(?:0|[1-9]\d{0,9})$/.test(value) && Number(value) <= MAX_ID;

const HARMLESS: ReadonlyMap<string, ValueRule> = new Map([
  ['mtime', isSeconds],
  ['atime', isSeconds],
  ['ctime', isSeconds],
  ['uid', isId],
  ['gid', isId],
  ['uname', isText],
  ['gname', isText],
  ['comment', isText],
  // The POSIX name of UTF-8; any other character set would change the meaning of paths.
  ['hdrcharset', (value) => value === 'ISO-IR 10646 2000 UTF-8'],
]);
/** File attributes of various programs, which are ignored. Their names have no control characters. */
const ATTRIBUTE =
  /^(?:LIBARCHIVE\.|RHT\.security\.|SCHILY\.(?:xattr\.|acl\.|fflags$|dev$|ino$|nlink$))\P{Cc}*$/u;

/**
 * Refuses a record that may change what is unpacked.
 * @param isGlobal - Whether it is for all entries. Only the comment of git is usual there.
 * @param where - The pax header for messages: "the pax header of entry 3".
 */
export function requireHarmless({ keyword, value }: PaxRecord, isGlobal: boolean, where: string): void {
  if (keyword.startsWith('GNU.sparse.')) {
    throw invalid(
      `${where} says that it is a sparse file; make the archive without sparse files (leave out --sparse)`,
    );
  }
  if (isGlobal && keyword !== 'comment') {
    throw invalid(
      `${where} sets ${quotePath(keyword)} for all entries, which not every tar program does; make the archive without it`,
    );
  }
  const isReadable = ATTRIBUTE.test(keyword) ? isReadableAttribute : HARMLESS.get(keyword);
  if (isReadable === undefined) {
    throw invalid(
      `${where} sets ${quotePath(keyword)}, which may change what is unpacked; make the archive without it`,
    );
  }
  if (!isReadable(value.toString('latin1'), value)) {
    throw invalid(
      `${where} sets ${quotePath(keyword)} to a value that not every tar program can read; make the archive again`,
    );
  }
}

/**
 * Binary values may contain line breaks, but no record after one: a program that reads line by line would
 * obey it.
 */
function isReadableAttribute(_value: string, bytes: Buffer): boolean {
  const [, ...lines] = bytes.toString('utf8').split('\n');
  return !lines.some((line) => line.includes('=') && !Number.isNaN(Number.parseInt(line, 10)));
}
