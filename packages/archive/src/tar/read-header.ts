// Reads one 512-byte tar header: ustar, pax (which is ustar) or GNU, each in its strictest form.
import { invalid } from '../tarball-problem.ts';
import { isZero } from './block.ts';
import { findEntryKind, isMetadataType } from './entry-type.ts';
import { endsAtNul, isOfKnownFormat, NAME_END, readRawPath } from './header-format.ts';
import {
  isReadableId,
  isReadableNumber,
  isReadableTime,
  parseChecksum,
  parseOctal,
  parseSize,
} from './number-field.ts';

/** The fields of a header that describe what follows. */
export interface TarHeader {
  /** The type flag as one character; `\0` for the NUL of old archives. */
  readonly typeflag: string;
  /** The path in the header, not decoded. */
  readonly rawPath: Uint8Array;
  /** Length of the contents, in bytes, without padding. */
  readonly sizeBytes: number;
  /** The permissions, of which the last nine bits are those of owner, group and others. */
  readonly mode: number;
  /** Whether it has a link target, which only links may have. */
  readonly hasLinkTarget: boolean;
}

const CHECKSUM_START = 148;
const CHECKSUM_END = 156;

/** Reads a header; throws a rejection that mentions `where` ("entry 3"). */
export function readHeader(block: Buffer, where: string): TarHeader {
  if (parseChecksum(block, CHECKSUM_START, CHECKSUM_END) !== computeChecksum(block)) {
    throw invalid(
      `the header of ${where} is damaged or not a tar header: its checksum does not match; make the archive again`,
    );
  }
  const header = {
    typeflag: String.fromCharCode(block[156] ?? 0),
    rawPath: readRawPath(block),
    sizeBytes: 0,
    mode: 0,
    hasLinkTarget: !isZero(block, 157, 257),
  };
  // The other fields of a refused type are not read: they may have another meaning.
  if (!isMetadataType(header.typeflag) && findEntryKind(header.typeflag) === undefined) return header;
  if (!isOfKnownFormat(block)) {
    throw invalid(
      `the header of ${where} has an unknown tar format; make the archive in the pax, ustar or GNU format`,
    );
  }
  for (const [field, start, end, isReadable] of NUMBER_FIELDS) {
    if (!isReadable(block, start, end)) throw unreadableField(field, where);
  }
  for (const [field, start, end] of TEXT_FIELDS) {
    if (!endsAtNul(block, start, end)) {
      throw invalid(
        `the ${field} in the header of ${where} has bytes after its end, which not all tar programs ignore; make the archive again`,
      );
    }
  }
  const sizeBytes = parseSize(block, 124, 136);
  if (sizeBytes === undefined) throw unreadableField('size', where);
  return { ...header, sizeBytes, mode: parseOctal(block, 100, 108) ?? 0 };
}

const NUMBER_FIELDS: readonly (readonly [
  field: string,
  start: number,
  end: number,
  isReadable: (block: Uint8Array, start: number, end: number) => boolean,
])[] = [
  ['mode', 100, 108, isReadableNumber],
  ['user id', 108, 116, isReadableId],
  ['group id', 116, 124, isReadableId],
  ['time', 136, 148, isReadableTime],
  ['device number', 329, 337, isReadableNumber],
  ['device number', 337, 345, isReadableNumber],
];

const TEXT_FIELDS: readonly (readonly [field: string, start: number, end: number])[] = [
  ['name', 0, NAME_END],
  ['user name', 265, 297],
  ['group name', 297, 329],
];

function computeChecksum(block: Buffer): number {
  // The checksum field itself counts as eight spaces (POSIX pax, "chksum").
  let sum = 8 * 0x20;
  for (let index = 0; index < CHECKSUM_START; index += 1) sum += block[index] ?? 0;
  for (let index = CHECKSUM_END; index < block.length; index += 1) sum += block[index] ?? 0;
  return sum;
}

function unreadableField(field: string, where: string): Error {
  return invalid(
    `the ${field} in the header of ${where} is not a number that all tar programs read in the same way; make the archive again`,
  );
}
