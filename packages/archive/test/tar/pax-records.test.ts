// The grammar of pax records, with near misses.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { findPaxRecords } from '../../src/tar/pax-records.ts';
import { paxRecord } from '../build-tar.ts';

/** Near misses of `12 path=abc\n`, which is well-formed. */
const MALFORMED = [
  '11 path=abc',
  '11 path=abc\n',
  '13 path=abc\n',
  '12 path=abcd\n',
  '013 path=abc\n',
  '0 path=abc\n',
  '-13 path=abc\n',
  ' 13 path=abc\n',
  '12\tpath=abc\n',
  'path=abc\n',
  '8 =abcd\n',
  '9 pathab\n',
  '3 \n',
  '2\n',
  '1000000 path=abc\n',
  '12 path=abc\n\0',
  '12 path=abc\n7',
];

describe('findPaxRecords', () => {
  it('reads records in order, with equals signs and newlines in values', () => {
    const body = Buffer.concat([paxRecord('path', 'a=b\nc'), paxRecord('size', ''), paxRecord('path', 'é')]);
    const records = findPaxRecords(body)?.map(({ keyword, value }) => [
      keyword,
      Buffer.from(value).toString(),
    ]);
    assert.deepEqual(records, [
      ['path', 'a=b\nc'],
      ['size', ''],
      ['path', 'é'],
    ]);
  });

  it('reads an empty body as no records', () => assert.deepEqual(findPaxRecords(Buffer.alloc(0)), []));

  it('reads a record with a length of up to six digits', () => {
    for (const valueBytes of [20_000, 200_000]) {
      const [record] = findPaxRecords(paxRecord('SCHILY.xattr.user.x', new Uint8Array(valueBytes))) ?? [];
      assert.equal(record?.value.length, valueBytes);
    }
    assert.equal(findPaxRecords(paxRecord('comment', new Uint8Array(2_000_000))), undefined);
  });

  it('keeps binary values', () => {
    const value = Uint8Array.of(0xff, 0, 0x0a, 0x3d);
    const [record] = findPaxRecords(paxRecord('SCHILY.xattr.user.x', value)) ?? [];
    assert.deepEqual(Buffer.from(record?.value ?? []), Buffer.from(value));
  });

  it('reads the well-formed record that the malformed ones resemble', () => {
    assert.equal(findPaxRecords(Buffer.from('12 path=abc\n'))?.length, 1);
  });

  for (const body of MALFORMED) {
    it(`refuses ${JSON.stringify(body)}`, () => assert.equal(findPaxRecords(Buffer.from(body)), undefined));
  }

  it('refuses a keyword that is not UTF-8', () => {
    assert.equal(findPaxRecords(Buffer.from('7 \xff=ab\n', 'latin1')), undefined);
  });

  it('reads any written records', () => {
    const keyword = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !text.includes('='));
    fc.assert(
      fc.property(fc.array(fc.tuple(keyword, fc.uint8Array())), (written) => {
        const body = Buffer.concat(written.map(([name, value]) => paxRecord(name, value)));
        const read = findPaxRecords(body)?.map((record) => [record.keyword, Buffer.from(record.value)]);
        assert.deepEqual(
          read,
          written.map(([name, value]) => [name, Buffer.from(value)]),
        );
      }),
    );
  });
});
