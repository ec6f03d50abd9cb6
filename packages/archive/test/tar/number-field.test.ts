// Forms of numbers in headers, and those on which tar programs disagree.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isReadableNumber, parseOctal, parseSize } from '../../src/tar/number-field.ts';
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

  for (const value of [0n, 255n, 2n ** 33n, BigInt(Number.MAX_SAFE_INTEGER)]) {
    it(`reads ${value} in base-256`, () => assert.equal(parseSize(base256(value)), Number(value)));
  }

  it('refuses a size that is not a safe integer', () => {
    assert.equal(parseSize(base256(2n ** 53n)), undefined);
    assert.equal(parseSize(Buffer.alloc(12, 0xff).fill(0x80, 0, 1)), undefined);
  });

  it('refuses a negative size', () => assert.equal(parseSize(Buffer.alloc(12, 0xff)), undefined));

  it('refuses a first byte that programs read differently', () => {
    assert.equal(parseSize(Buffer.alloc(12).fill(0x81, 0, 1)), undefined);
    assert.equal(parseSize(Buffer.alloc(12).fill(0xc0, 0, 1)), undefined);
  });
});

describe('isReadableNumber', () => {
  for (const field of ['0000644\0', '\0\0\0\0\0\0\0\0', '\x80\0\0\0\0\0\0\x01', '\xff\xff\xff\xff']) {
    it(`accepts ${JSON.stringify(field)}`, () => assert.ok(isReadableNumber(bytes(field))));
  }
  for (const field of ['0000648\0', '        ', 'rw-r--r-', '\x81\0\0\0\0\0\0\x01']) {
    it(`refuses ${JSON.stringify(field)}`, () => assert.ok(!isReadableNumber(bytes(field))));
  }
});
