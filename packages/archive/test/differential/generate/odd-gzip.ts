// Gzip files with unusual headers and members (RFC 1952).
import { crc32, gzipSync } from 'node:zlib';
import type { SeededRandom } from '@prime-registry/testkit';

const HEADER_BYTES = 10;
const FLAGS = { headerCrc: 2, extra: 4, name: 8, comment: 16 };

/** Packs bytes as one or more members, with optional header fields, and with bytes behind the last. */
export function packOddly(bytes: Buffer, random: SeededRandom): Buffer {
  const cut = random.integer(0, bytes.length);
  const pieces = random.chance(0.5) ? [bytes] : [bytes.subarray(0, cut), bytes.subarray(cut)];
  const members = pieces.map((piece) => withHeader(gzipSync(piece, { level: 1 }), random));
  const behind = random.chance(0.1)
    ? random.pick([Buffer.alloc(1), Buffer.alloc(512), Buffer.from('x')])
    : Buffer.alloc(0);
  return Buffer.concat([...members, behind]);
}

function withHeader(member: Buffer, random: SeededRandom): Buffer {
  const header = Buffer.from(member.subarray(0, HEADER_BYTES));
  const parts: Buffer[] = [header];
  let flags = random.chance(0.2) ? 1 : 0;
  const add = (flag: number, field: Buffer) => {
    flags |= flag;
    parts.push(field);
  };
  if (random.chance(0.3)) add(FLAGS.extra, Buffer.from([4, 0, 0x41, 0x42, 0, 0]));
  if (random.chance(0.3)) add(FLAGS.name, Buffer.from(random.pick(['x.tar\0', '../x\0', '\0'])));
  if (random.chance(0.2)) add(FLAGS.comment, Buffer.from('comment\0'));
  if (random.chance(0.2)) flags |= FLAGS.headerCrc;
  if (random.chance(0.05)) flags |= 0x20;
  header[3] = flags;
  if (random.chance(0.2)) header[2] = random.pick([0, 8, 9]);
  if ((flags & FLAGS.headerCrc) !== 0) {
    const sum = Buffer.alloc(2);
    sum.writeUInt16LE(crc32(Buffer.concat(parts)) & 0xffff);
    parts.push(random.chance(0.1) ? Buffer.alloc(2) : sum);
  }
  return Buffer.concat([...parts, member.subarray(HEADER_BYTES)]);
}
