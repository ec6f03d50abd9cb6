// The formats of tar headers that are read, and the path in each.
import { isZero } from './block.ts';
import { isReadableTime } from './number-field.ts';

const USTAR_MAGIC = Buffer.from('ustar\x0000', 'latin1');
const GNU_MAGIC = Buffer.from('ustar  \0', 'latin1');
/** The end of the field with the name, which begins the header. */
export const NAME_END = 100;

const MAGIC_START = 257;
const MAGIC_END = 265;
const PREFIX_START = 345;
const PREFIX_END = 500;
/** Times that npm's packer puts into the prefix field, if the prefix leaves the bytes from here on free. */
const PREFIX_TIMES_START = 475;
const TIME_BYTES = 12;

/**
 * Whether this is ustar or GNU. GNU has no path prefix, but some programs read it for any format, so its
 * bytes must be zero. Headers without magic (v7) are refused: nobody writes them by default, and not every
 * program reads them.
 */
export function isOfKnownFormat(block: Buffer): boolean {
  if (hasMagic(block, USTAR_MAGIC)) return isZero(block, PREFIX_END) && isReadablePrefix(block);
  return hasMagic(block, GNU_MAGIC) && isZero(block, PREFIX_START);
}

function hasMagic(block: Buffer, magic: Buffer): boolean {
  return magic.compare(block, MAGIC_START, MAGIC_END) === 0;
}

function isReadablePrefix(block: Buffer): boolean {
  if (endsAtNul(block, PREFIX_START, PREFIX_END)) return true;
  const firstTime = PREFIX_TIMES_START + 1;
  const secondTime = firstTime + TIME_BYTES;
  return (
    endsAtNul(block, PREFIX_START, PREFIX_TIMES_START) &&
    block[PREFIX_TIMES_START] === 0 &&
    isReadableTime(block, firstTime, secondTime) &&
    isReadableTime(block, secondTime, PREFIX_END)
  );
}

export function readRawPath(block: Buffer): Buffer {
  const name = block.subarray(0, findEnd(block, 0, NAME_END));
  const prefixEnd = findEnd(block, PREFIX_START, PREFIX_END);
  if (prefixEnd === PREFIX_START || !hasMagic(block, USTAR_MAGIC)) return Buffer.from(name);
  return Buffer.concat([block.subarray(PREFIX_START, prefixEnd), Buffer.from('/'), name]);
}

/** Where the text of a field ends: at its first zero, or with the field. */
function findEnd(block: Buffer, start: number, end: number): number {
  const zero = block.indexOf(0, start);
  return zero === -1 ? end : Math.min(zero, end);
}

/** Whether there are only zeros after the first zero. */
export function endsAtNul(block: Buffer, start: number, end: number): boolean {
  return isZero(block, findEnd(block, start, end), end);
}
