// Ways to make an entry unlike what packers write. Each changes one entry.
import type { SeededRandom } from '@prime-registry/testkit';
import type { RawEntry } from '../../build-tar.ts';
import { type EntrySpec, plainSpec } from './entry-spec.ts';
import { NUMBER_FORMS, ODD_PATHS, PAX_VALUES } from './pools.ts';
import { addPax, usualContent } from './usual-entry.ts';

type Oddity = (spec: EntrySpec, random: SeededRandom) => void;

const TYPEFLAGS = [
  '0',
  '\0',
  '5',
  '7',
  '1',
  '2',
  '3',
  '4',
  '6',
  'L',
  'K',
  'x',
  'g',
  'X',
  'S',
  'V',
  'D',
  'N',
  'M',
  'A',
  'I',
  ' ',
  '\x01',
  '8',
];
const MAGICS = [
  'ustar\x0000',
  'ustar  \0',
  '\0'.repeat(8),
  'ustar\0\0\0',
  'ustar 00',
  'ustar\x0001',
  'ustar\x000\0',
  'USTAR\x0000',
  'ustar   ',
  'GNUtar \0',
  'ustar\x00  ',
];
/** Start and length of header fields, and what lies behind them. */
const FIELDS = [
  [0, 100],
  [100, 8],
  [108, 8],
  [116, 8],
  [124, 12],
  [136, 12],
  [157, 100],
  [257, 8],
  [265, 32],
  [297, 32],
  [329, 8],
  [337, 8],
  [345, 155],
  [476, 12],
  [488, 12],
  [500, 12],
  [508, 4],
] as const;
const NUMBERS: readonly (readonly [field: 'mode' | 'uid' | 'gid' | 'mtime', bytes: number, value: number])[] =
  [
    ['mode', 8, 0o644],
    ['mode', 8, 0],
    ['mode', 8, 0o7777],
    ['uid', 8, 1000],
    ['gid', 8, 0],
    ['mtime', 12, 1_700_000_000],
  ];

const oddNumber: Oddity = (spec, random) => {
  const [field, bytes, value] = random.pick(NUMBERS);
  spec.header[field] = random.pick(NUMBER_FORMS)(value, bytes);
};

const oddSize: Oddity = (spec, random) => {
  spec.header.size = random.pick(NUMBER_FORMS)(spec.content.length, 12);
};

const wrongSize: Oddity = (spec, random) => {
  spec.header.size = Math.max(0, spec.content.length + random.pick([-512, -1, 1, 511, 512, 1024]));
};

const oddDevice: Oddity = (spec, random) => {
  patch(spec, random.pick([329, 337]), random.pick(NUMBER_FORMS)(random.integer(0, 9), 8));
};

const oddTypeflag: Oddity = (spec, random) => {
  spec.header.typeflag = random.pick(TYPEFLAGS);
};

const nameWithSlash: Oddity = (spec) => {
  const name = Buffer.from(spec.header.name ?? '').subarray(0, 99);
  spec.header.name = name.at(-1) === 0x2f ? name.subarray(0, -1) : Buffer.concat([name, Buffer.from('/')]);
};

const oddName: Oddity = (spec, random) => {
  spec.header.name = Buffer.from(random.pick(ODD_PATHS)).subarray(0, 100);
};

const bytesBehindName: Oddity = (spec, random) => {
  const name = Buffer.from(spec.header.name ?? '');
  spec.header.name = Buffer.concat([name.subarray(0, 80), Buffer.of(0), Buffer.from('/behind/')]).subarray(
    0,
    100,
  );
  if (random.chance(0.3))
    spec.header.name = Buffer.concat([name.subarray(0, 90), Buffer.of(0), Buffer.from('x')]);
};

const oddPaxPath: Oddity = (spec, random) => addPax(spec, 'path', random.pick(ODD_PATHS));

const paxPathOfHeader: Oddity = (spec) => addPax(spec, 'path', Buffer.from(spec.header.name ?? ''));

const oddPaxRecord: Oddity = (spec, random) => {
  const keyword = random.pick(Object.keys(PAX_VALUES));
  const value = random.pick(PAX_VALUES[keyword] ?? []);
  if (random.chance(0.5)) addPax(spec, keyword, value, random.chance(0.1) ? 'g' : 'x');
  else spec.records.unshift(...paxAlone(keyword, value, random));
};

/** A record of bytes that another program may find within the value. */
const recordInValue: Oddity = (spec, random) => {
  const inner = random.pick([
    '18 path=evil.txt',
    '12 size=512',
    '13 mtime=1234',
    '7 uid=1',
    '19 SCHILY.ino=12345',
  ]);
  const keyword = random.pick([
    'comment',
    'uname',
    'gname',
    'SCHILY.xattr.x',
    'LIBARCHIVE.xattr.x',
    'SCHILY.acl.access',
    'RHT.security.x',
  ]);
  const before = random.pick(['', 'x', '\0', 'é', 'x\n', '\r']);
  addPax(
    spec,
    keyword,
    `${before}${random.pick(['\n', '\n ', '\n\t', '\r\n', '\n+', '\v', '\n0'])}${inner}${random.pick(['', '\n', '\n\n'])}`,
  );
};

const malformedPax: Oddity = (spec, random) => {
  addPax(spec, 'comment', 'abc');
  const [record] = spec.records.filter(({ header }) => header.typeflag === 'x');
  if (record === undefined) return;
  const text = record.content.toString('latin1');
  record.content = Buffer.from(
    random.pick([
      `${text}\n`,
      `${text}\0`,
      `${text}${'\0'.repeat(20)}`,
      ` ${text}`,
      `0${text}`,
      text.replace(' ', '  '),
      text.replace(' ', '\t'),
      text.replace('=', ''),
      text.slice(0, -1),
      `${text}5 a=\n`,
      `${text}6 =ab\n`,
      `${text}5 ab\n`,
      `+${text}`,
      text.toUpperCase(),
      text.replace(/\d+/, (digits) => String(Number(digits) + 1)),
    ]),
    'latin1',
  );
};

const twoRecords: Oddity = (spec, random) => {
  const copy = random.pick(
    spec.records.length > 0 ? spec.records : [plainSpec({ name: 'x', typeflag: 'x' })],
  );
  spec.records.splice(random.integer(0, spec.records.length), 0, { ...copy, header: { ...copy.header } });
};

const swapRecords: Oddity = (spec) => {
  spec.records.reverse();
};

const longName: Oddity = (spec, random) => {
  const path = Buffer.from(random.pick(ODD_PATHS));
  const content = random.pick([
    path,
    Buffer.concat([path, Buffer.alloc(1)]),
    Buffer.concat([path, Buffer.alloc(5)]),
    Buffer.concat([path, Buffer.from('\0behind\0')]),
  ]);
  const typeflag = random.chance(0.8) ? 'L' : 'K';
  spec.records.splice(
    random.integer(0, spec.records.length),
    0,
    plainSpec({ name: '././@LongLink', typeflag, format: 'gnu' }, content),
  );
};

/** Changes a record as if it were an entry. */
const oddRecordHeader: Oddity = (spec, random) => {
  if (spec.records.length === 0) addPax(spec, 'mtime', '1');
  const record = random.pick(spec.records);
  random.pick([
    oddNumber,
    oddSize,
    wrongSize,
    nameWithSlash,
    oddName,
    oddMagic,
    oddPrefix,
    oddBytes,
    linkTarget,
    padding,
  ])(record, random);
};

const oddMagic: Oddity = (spec, random) => {
  spec.header.format = Buffer.from(random.pick(MAGICS), 'latin1');
};

const oddPrefix: Oddity = (spec, random) => {
  spec.header.prefix = random.pick<string | Uint8Array>([
    'p',
    'p/',
    '/',
    '.',
    './p',
    '..',
    'p'.repeat(130),
    'p'.repeat(131),
    'p'.repeat(155),
    'p\0q',
    'é',
    Uint8Array.of(0xff),
    ' ',
    `p${'\0'.repeat(140)}q`,
  ]);
};

const linkTarget: Oddity = (spec, random) => {
  spec.header.linkname = random.pick(['x', '/etc/passwd', ' ', '\0x', 'x'.repeat(100)]);
};

const owners: Oddity = (spec, random) => {
  patch(
    spec,
    random.pick([265, 297]),
    random.pick([random.bytes(32), Buffer.alloc(32, 'x'), Buffer.from('a\nb'), Buffer.from('a\0b')]),
  );
};

const oddBytes: Oddity = (spec, random) => {
  const [start, length] = random.pick(FIELDS);
  const at = start + random.integer(0, length - 1);
  patch(
    spec,
    at,
    random.chance(0.3)
      ? random.bytes(Math.min(4, 512 - at))
      : Buffer.of(random.pick([0, 0x20, 0x2f, 0x30, 0x37, 0x38, 0x41, 0x80, 0xff])),
  );
};

/** The size ends earlier, so that the padding holds the last of the contents. */
const contentInPadding: Oddity = (spec, random) => {
  if (spec.records.length === 0 || random.chance(0.3)) addPax(spec, 'mtime', '1');
  const record = random.pick(spec.records);
  const sizeBytes = record.content.length;
  addPax(spec, random.pick(['comment', 'path', 'size']), random.pick(['x', '17', 'evil/']));
  record.header.size = sizeBytes;
};

const padding: Oddity = (spec, random) => {
  spec.padding = random.pick([1, 0x20, 0x75]);
};

const folderWithContents: Oddity = (spec, random) => {
  spec.header.typeflag = '5';
  if (random.chance(0.5)) spec.content = usualContent(random);
};

const oddChecksum: Oddity = (spec, random) => {
  const sum = Buffer.from(random.pick(['0', '17777', '-1', '']));
  spec.header.checksum = random.chance(0.5) ? sum : Buffer.concat([sum, Buffer.alloc(8 - sum.length)]);
};

const globalHeader: Oddity = (spec, random) => {
  const keyword = random.pick([
    'comment',
    'comment',
    'mtime',
    'uid',
    'hdrcharset',
    'path',
    'size',
    'SCHILY.xattr.x',
  ]);
  spec.records.unshift(...paxAlone(keyword, random.pick(PAX_VALUES[keyword] ?? ['x']), random, 'g'));
};

function paxAlone(
  keyword: string,
  value: string | Uint8Array,
  random: SeededRandom,
  typeflag = 'x',
): EntrySpec[] {
  const holder = plainSpec({});
  addPax(holder, keyword, value, typeflag);
  if (random.chance(0.2)) addPax(holder, 'comment', 'x', typeflag);
  return holder.records;
}

function patch(spec: EntrySpec, offset: number, bytes: Uint8Array): void {
  const header: RawEntry = spec.header;
  spec.header.patches = { ...header.patches, [offset]: bytes };
}

/** All of them. */
export const ODDITIES: readonly Oddity[] = [
  oddNumber,
  oddNumber,
  oddNumber,
  oddSize,
  oddSize,
  wrongSize,
  oddDevice,
  oddTypeflag,
  oddTypeflag,
  nameWithSlash,
  nameWithSlash,
  oddName,
  bytesBehindName,
  oddPaxPath,
  paxPathOfHeader,
  oddPaxRecord,
  oddPaxRecord,
  oddPaxRecord,
  oddPaxRecord,
  recordInValue,
  recordInValue,
  malformedPax,
  twoRecords,
  swapRecords,
  longName,
  longName,
  oddRecordHeader,
  oddRecordHeader,
  oddRecordHeader,
  oddMagic,
  oddPrefix,
  linkTarget,
  owners,
  oddBytes,
  oddBytes,
  oddBytes,
  padding,
  contentInPadding,
  folderWithContents,
  oddChecksum,
  globalHeader,
];
