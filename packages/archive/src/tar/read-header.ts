// One 512-byte tar header: ustar, pax (which is ustar), GNU or old v7, each in the strictest reading.
import { invalid } from '../tarball-problem.ts';
import { isZero } from './block.ts';
import { isRefusedType } from './entry-type.ts';
import { isReadableNumber, parseOctal, parseSize } from './number-field.ts';

/** The fields of a header that say what follows it. */
export interface TarHeader {
  /** The type as one character, `\0` for the NUL of old archives. */
  readonly typeflag: string;
  /** The path as it stands in the header, not decoded. */
  readonly rawPath: Uint8Array;
  /** Length of what follows, in bytes, without its padding. */
  readonly sizeBytes: number;
  /** Whether it names another entry, as only links do. */
  readonly hasLinkTarget: boolean;
}

const USTAR_MAGIC = Buffer.from('ustar\x0000', 'latin1');
const GNU_MAGIC = Buffer.from('ustar  \0', 'latin1');
const NO_PREFIX = Buffer.alloc(0);
const PREFIX_START = 345;
const PREFIX_END = 500;

/** Reads a header; throws a rejection that speaks of `where` ("entry 3"). */
export function readHeader(block: Buffer, where: string): TarHeader {
  if (parseOctal(block.subarray(148, 156)) !== computeChecksum(block)) {
    throw invalid(
      `the header of ${where} is damaged or is no tar header: its checksum does not match; make the archive again`,
    );
  }
  const typeflag = String.fromCharCode(block[156] ?? 0);
  const format = findFormat(block);
  // Some refused types have fields of their own; their author had better hear of the type.
  if (format === undefined && !isRefusedType(typeflag)) {
    throw invalid(
      `the header of ${where} is of no tar format known here; make the archive in the pax, ustar or GNU format`,
    );
  }
  for (const [field, start, end] of NUMBER_FIELDS) {
    if (!isReadableNumber(block.subarray(start, end))) throw unreadableField(field, where);
  }
  const sizeBytes = parseSize(block.subarray(124, 136));
  if (sizeBytes === undefined) throw unreadableField('size', where);
  const name = untilNul(block.subarray(0, 100));
  const prefix = format === 'ustar' ? untilNul(block.subarray(PREFIX_START, PREFIX_END)) : NO_PREFIX;
  return {
    typeflag,
    rawPath: prefix.length === 0 ? Buffer.from(name) : Buffer.concat([prefix, Buffer.from('/'), name]),
    sizeBytes,
    hasLinkTarget: block[157] !== 0,
  };
}

const NUMBER_FIELDS: readonly (readonly [field: string, start: number, end: number])[] = [
  ['mode', 100, 108],
  ['user id', 108, 116],
  ['group id', 116, 124],
  ['time', 136, 148],
];

/**
 * Tells ustar from the two formats without a path prefix. Some readers take the prefix without looking at
 * the format, so where there can be none its bytes must be zero.
 */
function findFormat(block: Buffer): 'ustar' | 'gnu' | 'v7' | undefined {
  const magic = block.subarray(257, 265);
  if (magic.equals(USTAR_MAGIC)) return isZero(block.subarray(PREFIX_END)) ? 'ustar' : undefined;
  if (!isZero(block.subarray(PREFIX_START))) return undefined;
  if (magic.equals(GNU_MAGIC)) return 'gnu';
  return isZero(magic) ? 'v7' : undefined;
}

function computeChecksum(block: Buffer): number {
  // The checksum field itself counts as eight spaces (POSIX pax, "chksum").
  let sum = 8 * 0x20;
  for (const byte of block) sum += byte;
  for (const byte of block.subarray(148, 156)) sum -= byte;
  return sum;
}

function untilNul(field: Buffer): Buffer {
  const end = field.indexOf(0);
  return end === -1 ? field : field.subarray(0, end);
}

function unreadableField(field: string, where: string): Error {
  return invalid(
    `the ${field} in the header of ${where} is no number that every tar program reads alike; make the archive again`,
  );
}
