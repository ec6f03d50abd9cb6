// What is unpacked at once is what the stream would unpack.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';
import { fc } from '@prime-registry/testkit/properties';
import { gunzipAtOnce } from '../../src/inspect/gunzip-at-once.ts';

const MAX_BYTES = 4096;
const gunzipAsync = promisify(gunzip);

test('one member, and several', () => {
  const members = [Buffer.from('one '), Buffer.from('two')];
  const packed = Buffer.concat(members.map((member) => gzipSync(member)));
  assert.equal(gunzipAtOnce(packed, MAX_BYTES)?.toString(), 'one two');
});

test('nothing is unpacked of more than the limit, of invalid or cut files, or if data follows', () => {
  const packed = gzipSync(Buffer.alloc(MAX_BYTES + 1));
  assert.equal(gunzipAtOnce(packed, MAX_BYTES), undefined);
  assert.equal(gunzipAtOnce(packed, MAX_BYTES + 1)?.length, MAX_BYTES + 1);
  assert.equal(gunzipAtOnce(packed.subarray(0, -1), MAX_BYTES + 1), undefined);
  assert.equal(gunzipAtOnce(Buffer.concat([packed, Buffer.alloc(1)]), MAX_BYTES + 1), undefined);
  assert.equal(gunzipAtOnce(new Uint8Array(), MAX_BYTES), undefined);
});

test('property: whatever is unpacked of damaged files, the stream unpacks too', async () => {
  const damage = fc.record({ at: fc.nat(300), byte: fc.nat(255) });
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), fc.option(damage), async (content, damaged) => {
      const packed = gzipSync(content);
      if (damaged !== null && damaged.at < packed.length) packed[damaged.at] = damaged.byte;
      const unpacked = gunzipAtOnce(packed, MAX_BYTES);
      if (unpacked !== undefined) assert.deepEqual(unpacked, await gunzipAsync(packed));
      if (damaged === null) assert.deepEqual(unpacked, Buffer.from(content));
    }),
  );
});
