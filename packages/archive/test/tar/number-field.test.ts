// Forms of numbers in headers, and those on which tar programs disagree.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isReadableId,
  isReadableNumber,
  isReadableTime,
  parseChecksum,
  parseOctal,
  parseSize,
} from '../../src/tar/number-field.ts';
import { base256 } from '../build-tar.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

describe('parseOctal', () => {
  const good: readonly (readonly [field: string, value: number])[] = [
    ['0000644\0', 0o644],
    ['    644 ', 0o644],
    ['0000644 ', 0o644],
    ['644\0\0\0\0\0', 0o644],
    ['0\0 \0 \0  ', 0],
    ['777777777777', 8 ** 12 - 1],
  ];
  for (const [field, value] of good) {
    it(`reads ${JSON.stringify(field)}`, () => assert.equal(parseOctal(bytes(field)), value));
  }

  for (const field of [
    '',
    '        ',
    '\0\0\0\0',
    '\x00644\0',
    '0000648\0',
    '64 4',
    '644\x001',
    '-644\0',
    '+1',
    '0x1',
    '1\t',
  ]) {
    it(`refuses ${JSON.stringify(field)}`, () => assert.equal(parseOctal(bytes(field)), undefined));
  }
});

describe('parseSize', () => {
  it('reads octal', () => assert.equal(parseSize(bytes('00000001000\0')), 512));

  for (const value of [2n ** 33n, BigInt(Number.MAX_SAFE_INTEGER)]) {
    it(`reads ${value} in base-256`, () => assert.equal(parseSize(base256(value)), Number(value)));
  }

  it('refuses a size that is not a safe integer', () => {
    assert.equal(parseSize(base256(2n ** 53n)), undefined);
    assert.equal(parseSize(Buffer.alloc(12, 0xff).fill(0x80, 0, 1)), undefined);
  });

  it('refuses base-256 for a size that fits into octal', () => {
    for (const value of [0n, 255n, 2n ** 33n - 1n]) assert.equal(parseSize(base256(value)), undefined);
  });

  it('refuses a negative size', () => assert.equal(parseSize(Buffer.alloc(12, 0xff)), undefined));

  it('refuses a first byte that programs read differently', () => {
    assert.equal(parseSize(Buffer.alloc(12).fill(0x81, 0, 1)), undefined);
    assert.equal(parseSize(Buffer.alloc(12).fill(0xc0, 0, 1)), undefined);
  });
});

describe('parseChecksum', () => {
  for (const field of ['012345\0 ', '0012345\0', '0012345 ', ' 12345\0\0']) {
    it(`reads ${JSON.stringify(field)}`, () => assert.equal(parseChecksum(bytes(field)), 0o12345));
  }

  it('refuses digits up to the end, which some programs continue with the type flag', () => {
    assert.equal(parseChecksum(bytes('00012345')), undefined);
  });
});

describe('isReadableNumber', () => {
  for (const field of ['0000644\0', '\0\0\0\0\0\0\0\0', '000644 \0', '    644\0']) {
    it(`accepts ${JSON.stringify(field)}`, () => assert.ok(isReadableNumber(bytes(field))));
  }
  for (const field of [
    '0000648\0',
    '        ',
    'rw-r--r-',
    '\x80\0\0\0\0\0\0\x01',
    '\x81\0\0\0\0\0\0\x01',
    '\xff\xff\xff\xff',
  ]) {
    it(`refuses ${JSON.stringify(field)}`, () => assert.ok(!isReadableNumber(bytes(field))));
  }
});

describe('isReadableId', () => {
  for (const field of ['0001750\0', '\x80\0\0\0\x12\x34\x56\x78', '\x80\0\0\0\xff\xff\xff\xfe']) {
    it(`accepts ${JSON.stringify(field)}`, () => assert.ok(isReadableId(bytes(field))));
  }
  for (const field of [
    '\x80\0\0\0\xff\xff\xff\xff',
    '\x80\0\0\x01\0\0\0\0',
    '\x80\xff\xff\xff\xff\xff\xff\xff',
    '\xff\xff\xff\xff\xff\xff\xff\xfe',
  ]) {
    it(`refuses ${JSON.stringify(field)}`, () => assert.ok(!isReadableId(bytes(field))));
  }
});

describe('isReadableTime', () => {
  const base256Time = (value: bigint) => {
    const field = Buffer.alloc(12, value < 0n ? 0xff : 0);
    field.writeBigInt64BE(value, 4);
    field[0] = value < 0n ? 0xff : 0x80;
    return field;
  };
  for (const value of [-1n, 0n, 2n ** 33n, 999_999_999_999n, -999_999_999_999n]) {
    it(`accepts ${value} in base-256`, () => assert.ok(isReadableTime(base256Time(value))));
  }
  for (const value of [1_000_000_000_000n, -1_000_000_000_000n, 2n ** 62n]) {
    it(`refuses ${value} in base-256`, () => assert.ok(!isReadableTime(base256Time(value))));
  }
  it('refuses what is not a safe integer', () => {
    assert.ok(!isReadableTime(Buffer.from([0x80, ...Buffer.alloc(11, 0xff)])));
    assert.ok(!isReadableTime(Buffer.from([0xff, ...Buffer.alloc(11)])));
  });
});

describe('a field in a header', () => {
  /** A field of eight bytes, with digits of the fields around it. */
  const within = (field: string) => bytes(`777${field}777`);
  const [START, END] = [3, 11];
  const readers: readonly (readonly [
    field: string,
    read: (...place: [Uint8Array, number, number]) => unknown,
    value: unknown,
  ])[] = [
    ['0000644\0', parseOctal, 0o644],
    ['   12345', parseOctal, 0o12345],
    ['        ', parseOctal, undefined],
    ['012345\0 ', parseChecksum, 0o12345],
    ['00012345', parseChecksum, undefined],
    ['00000017', parseSize, 0o17],
    ['\x80\0\0\x02\0\0\0\0', parseSize, 2 ** 33],
    ['\0\0\0\0\0\0\0\0', isReadableNumber, true],
    ['\0\0\0\0\0\0\0\x01', isReadableNumber, false],
    ['\x80\0\0\0\0\0\0\x05', isReadableId, true],
    ['\x80\0\0\x02\0\0\0\0', isReadableId, false],
    ['\xff\xff\xff\xff\xff\xff\xff\xfe', isReadableTime, true],
  ];
  for (const [field, read, value] of readers) {
    it(`is read by ${read.name} without the bytes around it: ${JSON.stringify(field)}`, () => {
      assert.equal(read(within(field), START, END), value);
      assert.equal(read(bytes(field), 0, field.length), value);
    });
  }
});
